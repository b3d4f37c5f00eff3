import * as desk from '#contract/requests/desk.ts';
import { requestNumbers } from '#contract/requests/numbers.ts';
import * as customers from '#contract/requests/customers.ts';
import * as form from '#contract/requests/form.ts';
import { unpricedRequest } from '../requests.ts';
import { sample, type ModuleSamples, type Setting } from './sample.ts';

const EVERYONE = { lists: ['A', 'B', 'F'] } as const;
const ALL = {
  srchStatus: 'ALL' as const,
  srchRef: '',
  srchFromDate: '',
  srchToDate: '',
  srchBranch: '',
  srchTranType: 'ALL' as const,
};

/** A draft of the place with its mark in its texts. */
const draft = (place: Setting['place'], word: string) =>
  unpricedRequest('SP', {
    reqDraftFinal: 'D',
    reqRefNo: `sample ${word}`,
    reqBran: place.id,
    reqSalesExecutive: '',
    reqHandOver: 'IN',
    reqDeliveryExecutive: '',
    reqTravName: `Traveller ${place.mark}`,
    reqProductData: [],
  });

const INSERT = `insert into requests.request (ref_no, first_hash, branch, type, handover, traveller_name, mobile, scheme,
    forex_total, grand_total, received, submitted, submitted_at, made_on, made_by, makers)
  select 'sample ' || p.word, sha256(convert_to(p.word, 'UTF8')), p.srno, 'SP', 'IN', 'Traveller ' || p.mark, p.mark, 'FULL',
    100, 100, case when p.submitted then 100 else 0 end, p.submitted, case when p.submitted then now() end,
    current_date, 1, array[1]
  from jsonb_to_recordset($1) as p (srno integer, mark text, word text, submitted boolean) returning srno`;

/** Creates a request of the place, a draft or one that waits for its first approval, and returns its number. */
async function requestAt({ database, place, word }: Setting, submitted: boolean): Promise<number> {
  const made = await database.query<{ srno: number }>(INSERT, [
    JSON.stringify([{ srno: place.srno, mark: place.mark, word, submitted }]),
  ]);
  return made.rows[0]?.srno ?? 0;
}

export const requestsSamples: ModuleSamples = {
  /** Each place has a waiting request, and callers who can view requests can also approve and unlock here. */
  async prepare(database, places) {
    await database.query(INSERT, [
      JSON.stringify(places.map(({ srno, mark }) => ({ srno, mark, word: mark, submitted: true }))),
    ]);
    await database.query(
      `insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
       select srno, 'BMAPPROVE', false, false, true from access.right_group where name like 'matrix TRANREQUESTDETAIL %'
       on conflict do nothing`,
    );
  },
  samples: [
    sample(form.saveRequest, 'named', async (setting) => ({
      record: {
        ...draft(setting.place, setting.word),
        reqSrNo: setting.isNew ? 0 : await requestAt(setting, false),
      },
    })),
    sample(desk.listRequests, EVERYONE, () => ({ search: ALL, page: { limit: 500 } })),
    sample(desk.exportRequests, EVERYONE, () => ({ search: ALL })),
    sample(desk.requestDetail, 'named', async (setting) => ({ srno: await requestAt(setting, false) })),
    sample(requestNumbers, 'named', async (setting) => ({ srno: await requestAt(setting, false) })),
    sample(desk.approveRequest, 'named', async (setting) => ({
      level: 'BM' as const,
      srno: await requestAt(setting, true),
    })),
    sample(desk.approveRequests, 'named', async (setting) => ({
      level: 'BM' as const,
      requests: [{ srno: await requestAt(setting, true), version: 1 }],
    })),
    sample(desk.sendBackRequest, 'named', async (setting) => ({
      srno: await requestAt(setting, true),
      why: { reason: 'Another sum' },
    })),
    sample(desk.unlockRequest, 'named', async (setting) => ({
      srno: await requestAt(setting, true),
      reason: { reason: 'Another sum' },
    })),
    sample(desk.withdrawRequest, 'named', async (setting) => ({
      srno: await requestAt(setting, false),
      note: { note: 'Returned in cash' },
    })),
    sample(form.findCustomer, EVERYONE, ({ place }) => ({
      asked: { by: 'mobile' as const, value: place.mark },
    })),
    sample(customers.findCustomers, EVERYONE, () => ({ asked: { q: 'Traveller ZQX' } })),
    sample(customers.customerDetails, 'named', async (setting) => ({
      srno: await requestAt(setting, false),
    })),
    sample(form.formFacts, 'named', ({ place }) => ({ asked: { branch: place.id, pan: 'AAAPK1234K' } })),
  ],
};
