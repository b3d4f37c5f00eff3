/** P is a person; V is the vault of a branch, which holds notes like a person does. */
export const EMPLOYEE_KINDS = { P: 'Person', V: 'Vault' } as const;
