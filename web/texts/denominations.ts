/** The texts of a count by denominations. A translation is a second object of this shape. */
export const denominationsText = {
  table: (isd: string) => `Notes of ${isd} by denomination`,
  face: (isd: string, face: string) => `Notes of ${isd} ${face}`,
  comesTo: (counted: string, quantity: string) => `${counted} of ${quantity}`,
  right: 'Comes to the quantity',
  short: (missing: string) => `${missing} short`,
  over: (surplus: string) => `${surplus} too many`,
  rows: {
    denomination: 'Denomination',
    quantity: 'Quantity',
    total: 'Total',
    action: 'Action',
    less: (isd: string, face: string) => `One less of ${isd} ${face}`,
    more: (isd: string, face: string) => `One more of ${isd} ${face}`,
    clear: (isd: string, face: string) => `Clear ${isd} ${face}`,
    notes: (count: string) => `${count} ${count === '1' ? 'note' : 'notes'}`,
  },
};
