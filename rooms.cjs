/** The rooms of the business: one word each, the same in contract/, server/rooms/, web/rooms/ and domain/. */
const rooms = [
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
 * Which server room may enter which other, always by its index.ts. A pair missing here is refused by the
 * import law; adding one is a decision about the business, not about convenience.
 */
const mayEnter = {
  access: ['masters'],
  rates: ['masters'],
  requests: ['masters', 'rates'],
  payments: ['requests', 'masters'],
  notes: ['requests', 'masters', 'rates'],
  budget: ['requests', 'masters'],
  audit: ['requests'],
  licences: ['masters'],
  home: ['access', 'masters'],
};

module.exports = { rooms, mayEnter };
