import { unsettledRowSchema } from '#contract/requests/special.ts';
import { onWire } from '#server/platform/db/on-wire.ts';

/** A special approval `l` of the request `r` at the branch `b`; days are counted as India counts them. */
export const UNSETTLED = onWire(unsettledRowSchema, {
  request: 'r.srno',
  line: 'l.line_no',
  date: 'r.made_on::text',
  branch: 'b.id',
  branchName: 'b.name',
  type: 'r.type',
  travellerName: 'r.traveller_name',
  entityName: 'r.entity_name',
  reference: 'l.reference',
  amount: 'l.amount::text',
  grandTotal: 'r.grand_total::text',
  age: `$1::date - (r.submitted_at at time zone 'Asia/Kolkata')::date`,
  version: 'r.version',
});
