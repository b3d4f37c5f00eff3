/** All texts of the pickers. A translation is a second object of this shape. */
export const pickersText = {
  searching: 'Searching…',
  failed: 'The list could not be loaded',
  noMatch: (text: string) => `Nothing was chosen: no entry matches “${text}”`,
  typeMore: 'More entries: type to find them',
  countryFirst: 'Select the country first',
  stateFirst: 'Select the state first',
  branchFirst: 'Select the branch first',
  entityTypeFirst: 'Select the entity type first',
};
