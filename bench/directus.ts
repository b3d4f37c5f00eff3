import { isSaving, REF, SRNO, type Step } from '#tools/testing/record.ts';
import { overHttp, type Contender } from './contenders.ts';
import type { Range } from './steps.ts';

/** The columns of a row of the list, without the names of branches and executives, which Directus does not look up. */
const LISTED = [
  'srno', 'ref_no', 'made_on', 'branch', 'type', 'entity_name', 'traveller_name', 'mobile', 'sales_executive',
  'delivery_executive', 'handover', 'forex_total', 'grand_total', 'received', 'link_requested', 'link_sent', 'submitted',
  'status', 'bm_by', 'zm_by', 'cm_by', 'fm_by', 'is_out', 'is_in', 'made_by_name', 'version',
]; // prettier-ignore

/**
 * A generic back office on the same table, installed separately and given by its URL and DIRECTUS_TOKEN: the same page,
 * the same record, and a new row of the request only, without its lines, checks and rules.
 */
export function byDirectus(
  url: string | undefined,
  subject: string,
  steps: readonly Step[],
  range: Range,
): readonly Contender[] {
  if (url === undefined || subject === 'approve') return [];
  const asked = {
    name: `Directus ${subject}`,
    url,
    range,
    contentType: 'application/json',
    authorization: `Bearer ${process.env['DIRECTUS_TOKEN'] ?? ''}`,
    body: '',
  };
  if (subject === 'save')
    return [
      overHttp({ ...asked, method: 'POST', path: '/items/request', body: JSON.stringify(newRow(steps)) }),
    ];
  const path = subject === 'detail' ? `/items/request/${SRNO}` : `/items/request?${listQuery(steps)}`;
  return [overHttp({ ...asked, method: 'GET', path })];
}

const given = (step: Step | undefined): readonly unknown[] =>
  step?.values.map((value) => ('given' in value ? value.given : null)) ?? [];

function listQuery(steps: readonly Step[]): string {
  const [limit, , , , , branches] = given(steps[0]);
  const filter = Array.isArray(branches) ? { branch: { _in: branches } } : {};
  return new URLSearchParams({
    limit: String(limit),
    sort: '-srno',
    fields: LISTED.join(','),
    filter: JSON.stringify(filter),
  }).toString();
}

function newRow(steps: readonly Step[]): object {
  const [, hash, made_on, made_by, made_by_name, submitted, received, , , columns] = given(
    steps.find(isSaving),
  );
  return {
    ...(columns as object),
    ref_no: REF,
    first_hash: `\\x${(hash as Buffer).toString('hex')}`,
    made_on,
    made_by,
    made_by_name,
    submitted,
    submitted_at: made_on,
    received,
    makers: `{${String(made_by)}}`,
  };
}
