import { PARTNERS } from '#domain/audit/codes.ts';
import { CELL_TEXTS } from '#domain/cells.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import type { FieldProblem } from '#domain/rules.ts';
import type { Executor } from '#server/platform/database.ts';
import { findBranches, findExecutives, findLists, type KnownBranch } from './known.sql.ts';
import type { RowTexts } from './sheets.ts';

interface NamedRow {
  readonly draft: RowTexts;
  readonly wrong: readonly FieldProblem[];
}

/** A row with the numbers and codes of what it names. */
export interface ResolvedRow {
  readonly branch: number;
  readonly executive: number | null;
  readonly purpose: string;
}

const isWrong = (wrong: readonly FieldProblem[], field: string) =>
  wrong.some((problem) => problem.field === field);
const executiveKey = (branch: number, code: string) => `${branch} ${code.toLowerCase()}`;

/** The branches, employees, purposes and currencies that the rows of a sheet name. Each is looked up once. */
export class Known {
  readonly #kind: UploadKind;
  readonly #branches = new Map<string, KnownBranch>();
  readonly #executives = new Map<string, number | null>();
  readonly #purposes: ReadonlyMap<string, string>;
  readonly #currencies: ReadonlySet<string>;

  private constructor(kind: UploadKind, lists: Awaited<ReturnType<typeof findLists>>) {
    this.#kind = kind;
    const partners = kind === 'P' ? PARTNERS.map((code) => [code.toLowerCase(), code] as const) : [];
    this.#purposes = new Map([...Object.entries(lists.purposes), ...partners]);
    this.#currencies = new Set(lists.currencies);
  }

  static async of(on: Executor, kind: UploadKind): Promise<Known> {
    return new Known(kind, await findLists(on));
  }

  /**
   * Looks up what these rows name. It always asks for the branches, if only for none: PostgreSQL ends a transaction that
   * does nothing while a long sheet is checked.
   */
  async lookUp(on: Executor, rows: readonly NamedRow[]): Promise<void> {
    const ids = new Set<string>();
    for (const { draft, wrong } of rows) {
      const id = draft['branch'] ?? '';
      if (!isWrong(wrong, 'branch') && !this.#branches.has(id)) ids.add(id);
    }
    for (const branch of await findBranches(on, [...ids])) this.#branches.set(branch.code, branch);
    if (this.#kind === 'T') await this.#lookUpExecutives(on, rows);
  }

  async #lookUpExecutives(on: Executor, rows: readonly NamedRow[]): Promise<void> {
    const named = new Map<string, { branch: number; code: string }>();
    for (const { draft, wrong } of rows) {
      const [branch, code] = [this.#branches.get(draft['branch'] ?? '')?.srno, draft['executive'] ?? ''];
      if (code === '' || branch === undefined || branch === null || isWrong(wrong, 'executive')) continue;
      const key = executiveKey(branch, code);
      if (!this.#executives.has(key)) named.set(key, { branch, code });
    }
    if (named.size === 0) return;
    for (const key of named.keys()) this.#executives.set(key, null);
    for (const { branch, code, srno } of await findExecutives(on, [...named.values()]))
      this.#executives.set(executiveKey(branch, code), srno);
  }

  /** What a row names, and what of it does not exist. Cells that are wrong already are passed over. */
  resolve({ draft, wrong }: NamedRow): { readonly row: ResolvedRow; readonly problems: FieldProblem[] } {
    const problems: FieldProblem[] = [];
    const check = (field: string, message: string | null) => {
      if (message !== null && !isWrong(wrong, field)) problems.push({ field, message });
    };
    const branch = this.#branches.get(draft['branch'] ?? '');
    const branchNumber = branch?.srno ?? null;
    if (branchNumber === null)
      check('branch', CELL_TEXTS.noBranch(draft['branch'] ?? '', branch?.meant ?? null));
    const code = draft['executive'] ?? '';
    const executive =
      code === '' || branchNumber === null
        ? null
        : (this.#executives.get(executiveKey(branchNumber, code)) ?? null);
    if (code !== '' && branchNumber !== null && executive === null)
      check('executive', CELL_TEXTS.noExecutive(code, branch?.name ?? ''));
    const purpose = this.#purposes.get((draft['purpose'] ?? '').toLowerCase());
    if (draft['purpose'] !== undefined && purpose === undefined) check('purpose', CELL_TEXTS.noPurpose);
    const { currency } = draft;
    if (currency !== undefined && !this.#currencies.has(currency)) check('currency', CELL_TEXTS.noCurrency);
    return { row: { branch: branchNumber ?? 0, executive, purpose: purpose ?? '' }, problems };
  }
}
