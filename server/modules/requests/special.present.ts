import type { WireColumns } from '#server/platform/database.ts';

/** A special approval `l` of the request `r` at the branch `b`; days are counted as India counts them. */
export const UNSETTLED: WireColumns = {
  req_srno: 'r.srno',
  srno: 'l.line_no',
  req_date: 'r.made_on::text',
  req_brnno: 'b.id',
  req_branname: 'b.name',
  req_trantype: 'r.type',
  req_travname: 'r.traveller_name',
  req_entityname: 'r.entity_name',
  refnum: 'l.reference',
  payamnt: 'l.amount::text',
  req_grandtotal: 'r.grand_total::text',
  age: `$1::date - (r.submitted_at at time zone 'Asia/Kolkata')::date`,
  req_version: 'r.version',
};
