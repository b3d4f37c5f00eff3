/** What asks whether an employee sells for a branch. */
export const sellerPage = (branch: string, employeeCode: string) => ({
  branch,
  role: 'sales' as const,
  q: employeeCode,
});
