/** A number of which the trail shows the end alone. */
const ending = (column: string) =>
  `case when ${column} = '' then '' else 'XXXXXX' || right(${column}, 4) end`;

/** A request as its trail tells it: neither PAN nor account number whole, of Aadhaar the last four digits as everywhere. */
export const trailed = (request: string): string =>
  `(to_jsonb(${request}) - 'first_hash' - 'first_warnings' - 'makers' || jsonb_build_object('pan', ${ending(`${request}.pan`)},
    'account_number', ${ending(`${request}.account_number`)},
    'id_number', case when ${request}.id_type = '5' then ${ending(`${request}.id_number`)} else ${request}.id_number end))`;
