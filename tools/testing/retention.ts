import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { personFind } from '#contract/access/retention.ts';
import { pricedRequest, type GivenRequest } from './requests.ts';
import { SOON } from './until.ts';
import type { World } from './world.ts';

type PersonRequest = z.input<typeof personFind.reply>[number];

/** What tests of retention do: save requests, let days pass, run the nightly job and look for a person. */
export async function retentionOf(world: World) {
  const sessions: Record<string, string> = {};
  for (const user of ['admin', 'sales.mum', 'bm.mum']) sessions[user] = await world.signIn(user);

  const ask = async (user: string, endpoint: string, ...fields: readonly string[]) =>
    (await world.post(endpoint, [sessions[user] ?? '', ...fields])).json;
  const retention = (action: string, ...args: readonly unknown[]) =>
    ask('admin', 'retention_a.php', action, ...args.map((arg) => JSON.stringify(arg)));

  return {
    ask,
    retention,
    /** A call of the desk about one request. */
    desk: (user: string, action: string, srno: number, ...more: readonly object[]) =>
      ask(user, 'fxrequest_a.php', action, String(srno), ...more.map((each) => JSON.stringify(each))),

    /** Saves a sale as the seller of Mumbai, as Final or as a draft, and returns its number. */
    async save(given: GivenRequest, isDraft = false): Promise<number> {
      const record = { ...pricedRequest('SP', given), ...(isDraft && { reqDraftFinal: 'D' as const }) };
      const json = await ask('sales.mum', 'newfxrequest_a.php', 'save', JSON.stringify(record));
      expect(json).toMatchObject({ err: '' });
      return json.srno as number;
    },

    /** Whether the data of this person's requests may go, newest request first. */
    async standingsOf(value: string, kind = 'pan') {
      const found = (await retention('find', { kind, value })) as readonly PersonRequest[];
      return found.map(({ pf_standing }) => pf_standing);
    },

    /** Makes a request older by these days. */
    age: (srno: number, days: number) =>
      world.sql(
        `update requests.request set made_on = made_on - $2::integer,
           changed_at = changed_at - make_interval(days => $2),
           withdrawn_at = withdrawn_at - make_interval(days => $2) where srno = $1`,
        [srno, days],
      ),

    /** Runs the nightly job to its end. The server must be a worker. */
    async runJob(): Promise<void> {
      await world.sql(`select graphile_worker.add_job('platform:retention')`);
      await expect
        .poll(() => world.sql(`select from platform.job where task = 'platform:retention'`), SOON)
        .toHaveLength(0);
    },

    /** The name of the customer; empty once it is erased. */
    async nameOf(srno: number): Promise<string | undefined> {
      const rows = await world.sql<{ name: string }>(
        'select traveller_name as name from requests.request where srno = $1',
        [srno],
      );
      return rows[0]?.name;
    },
  };
}
export type Retention = Awaited<ReturnType<typeof retentionOf>>;
