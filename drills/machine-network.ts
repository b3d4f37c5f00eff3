import { readFile, writeFile } from 'node:fs/promises';
import { runProgram } from '#tools/testing/daemon.ts';

/** Locally administered. Each network is on its own, so all can have the same. */
const BRIDGE_ADDRESS = '02:00:0a:4d:00:01';

/** A private network of machines, which reach others through this machine. Its bridge and its rule are removed at the end. */
export class MachineNetwork {
  readonly bridge: string;
  readonly #prefix: string;

  private constructor(bridge: string, prefix: string) {
    this.bridge = bridge;
    this.#prefix = prefix;
  }

  /** `prefix` is the first three numbers of its addresses, such as 10.77.1. What an interrupted run left is removed first. */
  static async open(bridge: string, prefix: string): Promise<MachineNetwork> {
    const network = new MachineNetwork(bridge, prefix);
    await network.close();
    // An address of its own: otherwise it takes that of a machine, and loses it with the machine, so that the others do not reach
    // this machine until they ask for it again, half a minute later.
    await runProgram('ip', ['link', 'add', bridge, 'address', BRIDGE_ADDRESS, 'type', 'bridge']);
    await runProgram('ip', ['address', 'add', `${network.gateway}/24`, 'dev', bridge]);
    await runProgram('ip', ['link', 'set', bridge, 'up']);
    // It stays on, because other networks of this machine may need it.
    await writeFile('/proc/sys/net/ipv4/ip_forward', '1');
    await runProgram('iptables', network.#rule('--append'));
    return network;
  }

  get gateway(): string {
    return this.addressOf(1);
  }

  addressOf(number: number): string {
    return `${this.#prefix}.${number}`;
  }

  /** The largest packet that leaves this machine whole. */
  async mtu(): Promise<number> {
    const route = await runProgram('ip', ['route', 'show', 'default']);
    const device = / dev (\S+)/.exec(route)?.[1] ?? 'lo';
    return Number(await readFile(`/sys/class/net/${device}/mtu`, 'utf8'));
  }

  #rule(what: '--append' | '--delete'): readonly string[] {
    const from = ['--source', `${this.#prefix}.0/24`, '!', '--out-interface', this.bridge];
    return ['--table', 'nat', what, 'POSTROUTING', ...from, '--jump', 'MASQUERADE'];
  }

  async close(): Promise<void> {
    // Both fail if an interrupted run has left nothing.
    await runProgram('iptables', this.#rule('--delete')).catch(() => '');
    await runProgram('ip', ['link', 'delete', this.bridge]).catch(() => '');
  }
}
