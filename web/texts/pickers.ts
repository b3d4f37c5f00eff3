/** Every word of the pickers; a second language is a second object of this shape. */
export const pickersText = {
  searching: 'Searching…',
  failed: 'The list could not be loaded',
  typeMore: 'More entries: type to find them',
  countryFirst: 'Select the country first',
  branchFirst: 'Select the branch first',
  stateFirst: 'Select the state first',
  entityTypeFirst: 'Select the entity type first',
};
