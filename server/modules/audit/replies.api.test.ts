import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_REPLIES } from '#domain/files.ts';
import { startAudit } from '#tools/testing/audits.ts';
import { addDiscrepancies, sendReply } from '#tools/testing/discrepancies.ts';
import { pdfSample } from '#tools/testing/samples.ts';
import { openWorld, type Answered, type World } from '#tools/testing/world.ts';

/** Nobody fills the disk with replies: the database holds their number, also against many at once. */

let world: World;
let session: string;
let audit: { readonly srno: number };
let lines: number[];
beforeAll(async () => {
  world = await openWorld({ DATABASE_CONNECTIONS: '20' });
  session = await world.signIn('staff.mum');
  const started = await startAudit(world.database.admin, { branch: 'MUM', year: 2001, month: 3 });
  audit = started;
  lines = await addDiscrepancies(world.database.admin, started, 3);
});
afterAll(() => world.close());

const stored = (line: number, count: number, withProof: boolean) =>
  world.sql(
    `insert into audit.reply (discrepancy, branch, words, file_name, extension, hash, bytes)
     select d.line_no, d.branch, 'Said ' || n, p.name, p.extension, p.hash, p.bytes
     from audit.discrepancy d, generate_series(1, $2::integer) as n
     left join (values ('memo.pdf', 'pdf', repeat('a', 64), 10)) as p (name, extension, hash, bytes) on $3::boolean
     where d.line_no = $1`,
    [line, count, withProof],
  );
const send = (line: number, withProof: boolean): Promise<Answered> =>
  sendReply(
    world,
    session,
    { srno: audit.srno, lineno: line, remark: 'Attached' },
    withProof ? { name: 'memo.pdf', bytes: new Uint8Array(pdfSample()) } : null,
  );
const errorOf = ({ json }: Answered) => (json as { error: string }).error;
const countOf = async (line: number) =>
  (
    await world.sql<{ replies: number; proofs: number }>(
      'select count(*)::int as replies, count(hash)::int as proofs from audit.reply where discrepancy = $1',
      [line],
    )
  )[0];

describe('the replies to a discrepancy', () => {
  it(`are at most ${MAX_REPLIES.replies}`, async () => {
    const line = lines[0]!;
    await stored(line, MAX_REPLIES.replies - 1, false);
    expect(errorOf(await send(line, false))).toBe('');
    expect(errorOf(await send(line, false))).toBe('There can be 100 replies. No more can be added.');
  });

  it(`have at most ${MAX_REPLIES.proofs} proofs; words are still possible then`, async () => {
    const line = lines[1]!;
    await stored(line, MAX_REPLIES.proofs - 1, true);
    expect(errorOf(await send(line, true))).toBe('');
    expect(errorOf(await send(line, true))).toBe(
      'There can be 20 files. No more can be added. Please reply without one.',
    );
    expect(errorOf(await send(line, false))).toBe('');
  });

  it('keep their maximum when many are sent at once', async () => {
    const line = lines[2]!;
    await stored(line, MAX_REPLIES.proofs - 2, true);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(line, true)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter((each) => errorOf(each) === '')).toHaveLength(2);
    expect(await countOf(line)).toEqual({ replies: MAX_REPLIES.proofs, proofs: MAX_REPLIES.proofs });
  });
});
