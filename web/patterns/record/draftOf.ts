/** The fields of a draft in a record that was opened. */
export const draftOf = <Draft extends object>(opened: Draft, names: readonly (keyof Draft)[]): Draft =>
  Object.fromEntries(names.map((name) => [name, opened[name]])) as Draft;
