/**
 * How many public cards one process shows in a second: no session, keys and cards warm in memory, through the whole
 * dispatch. The baseline is a bare route that sends the same bytes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BureauProcess } from '#tools/testing/process.ts';
import { setup } from '#tools/testing/template.ts';
import { cloneDatabase, fieldsBody, post, settingsFor } from '#tools/testing/world.ts';
import { overHttp, type Round } from './contenders.ts';
import { measuredOn, median, type Duration } from './page.ts';
import { anyUpTo } from './steps.ts';

const WARM_UP_SECONDS = 4;
const WAITING_CALLS = 40;

export async function benchPublicCard(duration: Duration): Promise<string> {
  await setup();
  const database = await cloneDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bureau-bench-'));
  const product = await BureauProcess.start(
    settingsFor(database, folder, {
      SERVE_WEB: 'off',
      CHECK_REPLIES: 'off',
      PUBLIC_CALLS_PER_MINUTE: '100000000',
    }),
  );
  try {
    const { rows } = await database.admin.query<{ key: string; id: string; type: string }>(
      `select k.key, e.id, e.type from rates.card_key k join masters.entity e on e.srno = k.entity where k.key is not null and e.id = 'MUM'`,
    );
    const [{ key, id, type }] = rows as [{ key: string; id: string; type: string }];
    const body = fieldsBody([JSON.stringify({ eType: type, eId: id, key })]);
    const { text, json } = await post(product.url, 'ratecardbatch_a.php', body);
    if (json.length === 0) throw new Error('the card is empty');
    const bare = createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(text));
    });
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const { port } = bare.address() as { port: number };
    const asked = {
      method: 'POST',
      path: '/api/ratecardbatch_a.php',
      body,
      range: anyUpTo(1),
      waitingCalls: WAITING_CALLS,
    } as const;
    const contenders = [
      overHttp({ ...asked, name: 'bare node:http', url: `http://127.0.0.1:${port}`, pid: process.pid }),
      overHttp({ ...asked, name: 'Bureau, public card', url: product.url, pid: product.pid }),
    ];
    const rounds = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
    if (!duration.isBrief) for (const contender of contenders) await contender.measure(WARM_UP_SECONDS);
    for (let round = 0; round < duration.rounds; round += 1)
      for (const contender of contenders)
        rounds.get(contender.name)?.push(await contender.measure(duration.seconds));
    bare.close();
    return [
      measuredOn(duration),
      '',
      `One process shows a card of ${text.length} bytes to ${WAITING_CALLS} who wait at once.`,
      '',
      '| | cards/s | p50 ms | p99 ms | µs of CPU per card |',
      '|---|---:|---:|---:|---:|',
      ...[...rounds].map(([name, of]) => {
        const middle = (pick: (round: Round) => number | null) =>
          median(of.map((round) => pick(round) ?? Number.NaN));
        return `| ${name} | ${middle((round) => round.perSecond).toFixed(0)} | ${middle((round) => round.p50Ms).toFixed(1)} | ${middle((round) => round.p99Ms).toFixed(1)} | ${middle((round) => round.cpuMicros).toFixed(0)} |`;
      }),
    ].join('\n');
  } finally {
    await product.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}
