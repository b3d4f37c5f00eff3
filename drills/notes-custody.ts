import type { LedgerTransfer } from './notes-model.ts';

/** The users of the drill: their employee code, and whether they can edit the stock of the vault. */
export const PEOPLE: Readonly<Record<string, { readonly code: string; readonly keeps: boolean }>> = {
  'bm.mum': { code: 'E113', keeps: true },
  'dlv1.mum': { code: 'E111', keeps: false },
  'dlv2.mum': { code: 'E112', keeps: false },
  'bm.del': { code: '', keeps: true },
  'dlv.del': { code: 'E211', keeps: false },
};
const NOBODY = { code: '', keeps: false } as const;

const isPerson = (holder: string) => /^E/.test(holder);
const isVault = (holder: string) => /^V/.test(holder);

/** Why a user may not send notes from one holder to another; null if they may. */
export function refusalToSend(by: string, from: string, to: string, fourEyes: boolean): string | null {
  const { code, keeps } = PEOPLE[by] ?? NOBODY;
  if (isPerson(from) && from !== code) {
    if (to === code) return `${by} sent the notes of ${from} to themselves`;
    return keeps ? null : `${by} sent the notes of ${from}`;
  }
  return fourEyes && isVault(from) && to === code ? `${by} drew notes from the vault alone` : null;
}

/** A transfer with the user who made it and the receiver of its movement. */
export interface Handed extends LedgerTransfer {
  readonly by: string;
  readonly receiver: string | null;
}

/** An independent model of the custody rules, fed with one transfer of a branch after another. */
export class CustodyModel {
  readonly faults: string[] = [];
  readonly #fourEyes: boolean;
  /** The last sending, by line. */
  readonly #sent = new Map<string, { readonly by: string; readonly from: string }>();
  /** The user who alone moved the notes of a line from an executive into the vault, by line. */
  readonly #takers = new Map<string, string>();

  constructor(fourEyes: boolean) {
    this.#fourEyes = fourEyes;
  }

  take(handed: Handed): void {
    const why = this.#whyIllegal(handed);
    if (why !== null) this.faults.push(`transfer ${handed.id} (line ${handed.line ?? '-'}): ${why}`);
  }

  #whyIllegal({ kind, by, from, to, receiver, line }: Handed): string | null {
    if (line === null) return null;
    const { code, keeps } = PEOPLE[by] ?? NOBODY;
    const sent = this.#sent.get(line);
    switch (kind) {
      case 'out': {
        this.#sent.set(line, { by, from });
        const drawsTaken = isVault(from) && receiver === code && this.#takers.get(line) === by;
        return drawsTaken
          ? `${by} drew notes that they alone had taken into the vault`
          : refusalToSend(by, from, receiver ?? '', this.#fourEyes);
      }
      case 'accept': {
        const tookAlone =
          isVault(to) && sent !== undefined && sent.by === by && isPerson(sent.from) && sent.from !== code;
        if (tookAlone) this.#takers.set(line, by);
        else this.#takers.delete(line);
        if (isPerson(to) ? to !== code : !keeps) return `${by} accepted for ${to}`;
        return this.#fourEyes && isVault(to) && sent?.by === by
          ? `${by} accepted what they had sent to the vault`
          : null;
      }
      case 'return':
        return keeps || to === code || (isVault(to) && sent?.by === by)
          ? null
          : `${by} took notes back to ${to}`;
      default:
        return null;
    }
  }
}
