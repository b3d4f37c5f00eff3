/** The modules of the business: one word each, the same in contract/, server/modules/, web/modules/ and domain/. */
const modules = [
  'access',
  'masters',
  'rates',
  'requests',
  'payments',
  'notes',
  'budget',
  'tasks',
  'audit',
  'flash',
  'library',
  'uploads',
  'licences',
  'home',
];

/**
 * Which server module may enter which other, always by its index.ts. A pair missing here is refused by the
 * import law; adding one is a decision about the business, not about convenience.
 */
const mayEnter = {
  access: ['masters'],
  rates: ['masters'],
  requests: ['masters', 'rates'],
  payments: ['requests', 'masters'],
  notes: ['requests', 'masters', 'rates'],
  budget: ['requests', 'masters', 'uploads'],
  audit: ['requests', 'masters', 'notes', 'uploads'],
  flash: ['masters', 'notes', 'requests'],
  library: ['access', 'masters'],
  uploads: ['masters', 'requests'],
  licences: ['masters'],
  home: ['access', 'masters'],
};

module.exports = { modules, mayEnter };
