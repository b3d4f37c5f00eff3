import type * as z from 'zod/mini';
import type { auditDetail, auditHeader } from '#contract/audit/audit.ts';
import type { Page } from '#contract/fields.ts';
import type { Answered, World } from './world.ts';

type AuditDetail = z.input<typeof auditDetail>;
type AuditHeader = z.input<typeof auditHeader>;

/** The calls of the audit, as one user makes them. */
export interface AuditClient {
  call(action: string, argument?: object, page?: Page): Promise<Answered>;
  create(audit: object): Promise<Answered>;
  save(audit: object, headers?: Record<string, string>): Promise<Answered>;
  /** The audit; throws if it is not shown. */
  detail(srno: number): Promise<AuditDetail>;
  list(search: object): Promise<readonly AuditHeader[]>;
  listPage(
    search: object,
    page: Page,
  ): Promise<{
    readonly status: number;
    readonly json: readonly AuditHeader[];
    readonly next: string | null;
  }>;
}

export function auditClient(world: Pick<World, 'post'>, session: string): AuditClient {
  const fields = (values: readonly (object | undefined)[]) =>
    values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  const post = (action: string, values: readonly (object | undefined)[], headers?: Record<string, string>) =>
    world.post('audit_a.php', [session, action, ...fields(values)], headers);
  const listPage: AuditClient['listPage'] = async (search, page) => {
    const { status, json, headers } = await post('listaudit', [search, page]);
    return { status, json, next: headers.get('x-next') };
  };
  return {
    call: (action, argument, page) => post(action, [argument, page]),
    create: (audit) => post('createaudit', [audit]),
    save: (audit, headers) => post('saveaudit', [audit], headers),
    async detail(srno) {
      const { status, json, text } = await post('detailaudit', [{ srno }]);
      if (status !== 200) throw new Error(`detailaudit ${srno}: ${status} ${text}`);
      return json as AuditDetail;
    },
    list: async (search) => (await listPage(search, { limit: 500 })).json,
    listPage,
  };
}
