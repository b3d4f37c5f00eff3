import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flashClient, makeFlash, type FlashClient } from '#tools/testing/flash.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

/** The bytes of an upload that is refused leave the store, and bytes that a record names stay. */

/** Few rounds in CI; UPLOAD_ROUNDS sets more. */
const ROUNDS = Number(process.env['UPLOAD_ROUNDS'] ?? 5);
const timeout = 60_000 + ROUNDS * 10_000;

let world: World;
let auditor: FlashClient;
beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '10' });
  auditor = flashClient(world, await world.signIn('audit.ca'));
});
afterAll(() => world.close());

/** A document that no other test uses. */
const paper = (content: string) => Buffer.concat([pdfSample(), Buffer.from(`% ${content}\n`)]);
const isStored = (file: Buffer) => world.store.has(createHash('sha256').update(file).digest('hex'));
const old = (date: string, bytes: Buffer): Promise<Answered> =>
  auditor.upload(
    { uploadType: 'FLASHDOC', uploaddoc: 'OLDFLASH', branch: 'PUN', cashier: 'Leena Rao', date },
    { name: 'paper.pdf', bytes },
  );
const onTheWay = () => world.sql('select from platform.incoming_object');

describe('the bytes of a refused upload', () => {
  it('leave the store', async () => {
    const [first, second] = [paper('first'), paper('second')];
    expect((await old('01/02/2011', first)).json.error).toBe('');
    expect((await old('01/02/2011', second)).json.error).toMatch(/^Audit Already exists/);
    expect([await isStored(first), await isStored(second)]).toEqual([true, false]);
    expect(await onTheWay()).toEqual([]);
  });

  it('stay if a record names the same', async () => {
    const same = paper('same');
    expect((await old('02/02/2011', same)).json.error).toBe('');
    expect((await old('02/02/2011', same)).json.error).not.toBe('');
    expect(await isStored(same)).toBe(true);
  });

  it('stay if the report of a closed audit names the same as its logo', async () => {
    const logo = paper('logo');
    const hash = createHash('sha256').update(logo).digest('hex');
    await world.sql(
      `insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor_name, status, closed_on, report)
       select srno, 2001, 1, '2001-01-31', 'A', 'B', 'C', 'C', '2001-02-01',
         jsonb_build_object('letterhead', jsonb_build_object('logo', $1::text)) from masters.entity where id = 'PUN'`,
      [hash],
    );
    await old('03/02/2011', paper('any'));
    expect((await old('03/02/2011', logo)).json.error).not.toBe('');
    expect(await isStored(logo)).toBe(true);
  });

  it('are found by an index in every table that names bytes', async () => {
    const places = await world.sql<{ place: string }>(
      `select c.oid::regclass::text || '.' || a.attname as place
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and a.atttypid = 'text'::regtype and (a.attname = 'hash' or a.attname like '%\\_hash')
         and n.nspname not in ('platform', 'access') and not exists (
           select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum)
         and c.oid <> 'masters.company'::regclass`,
    );
    expect(places).toEqual([]);
  });

  it('stay if an accepted upload has the same at the same moment', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const same = paper(`round ${round}`);
      const audit = await makeFlash(world.database.admin, { branch: 'PUN', status: 'R' });
      const [line] = await world.sql<{ srno: number }>(
        `insert into flash.currency (audit, branch, on_day, isd, name, report, status)
         select srno, branch, on_day, 'USD', 'USD', 1, 'D' from flash.audit where srno = $1 returning srno`,
        [audit.srno],
      );
      const proof = {
        uploadType: 'FLASHDOC',
        uploaddoc: 'D',
        remark: 'See',
        srno: line?.srno,
        type: 'C',
        hdrsrno: audit.srno,
      };
      const day = `05/${String(1 + (round % 12)).padStart(2, '0')}/${1990 + Math.floor(round / 12)}`;
      await old(day, paper(`before ${round}`));
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => old(day, same)),
        auditor.upload(proof, { name: 'proof.pdf', bytes: same }),
        ...Array.from({ length: 4 }, () => old(day, same)),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(answers.filter(({ json }) => json.error === '')).toHaveLength(1);
      expect(await isStored(same)).toBe(true);
    }
    expect(await onTheWay()).toEqual([]);
  });
});
