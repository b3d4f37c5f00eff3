import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import type { Measured } from './probe.ts';

const startBeside = (script: string, args: readonly string[] = []) =>
  fork(fileURLToPath(new URL(script, import.meta.url)), [...args], { serialization: 'advanced' });

/** Measures a server from another process until it is stopped; with calls, it also asks for a list. */
export async function startProbe(
  url: string,
  { withCalls = false } = {},
): Promise<{ stop(): Promise<Measured> }> {
  const control = startBeside('./control.ts');
  const [controlUrl] = (await once(control, 'message')) as [string];
  const calls = withCalls ? ['calls'] : [];
  const probe = startBeside('./probe.ts', [url, controlUrl, 'bm.mum', DEMO_PASSWORD, ...calls]);
  await once(probe, 'message');
  return {
    async stop() {
      const told = once(probe, 'message');
      probe.send('stop');
      const [measured] = (await told) as [Measured];
      control.disconnect();
      return measured;
    },
  };
}
