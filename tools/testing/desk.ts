import type { WireRequestDetail } from '#contract/requests/desk.ts';
import type { RequestInput } from '#contract/requests/form.ts';
import { openWorld, type Answered, type World } from './world.ts';

type Headers = Record<string, string>;

/** Bureau with several users who work on requests, each with their own session. */
export interface Desk extends World {
  sessionOf(user: string): string;
  /** Replaces the session of a user. */
  useSession(user: string, session: string): void;
  ask(user: string, endpoint: string, fields: readonly string[], headers?: Headers): Promise<Answered>;
  save(record: RequestInput, user?: string, headers?: Headers): Promise<Answered>;
  detailOf(srno: number, user?: string): Promise<WireRequestDetail>;
}

const SALES = 'sales.mum';

export async function openDesk(
  users: readonly string[],
  settings: Parameters<typeof openWorld>[0] = {},
): Promise<Desk> {
  const world = await openWorld(settings);
  const sessions = new Map<string, string>();
  for (const user of users) sessions.set(user, await world.signIn(user));

  const sessionOf = (user: string): string => {
    const session = sessions.get(user);
    if (session === undefined) throw new Error(`${user} is not at this desk`);
    return session;
  };
  const ask: Desk['ask'] = (user, endpoint, fields, headers) =>
    world.post(endpoint, [sessionOf(user), ...fields], headers);
  return {
    ...world,
    sessionOf,
    useSession: (user, session) => void sessions.set(user, session),
    ask,
    save: (record, user = SALES, headers = {}) =>
      ask(user, 'newfxrequest_a.php', ['save', JSON.stringify(record)], headers),
    detailOf: async (srno, user = SALES) =>
      (await ask(user, 'fxrequest_a.php', ['detail', String(srno)])).json as WireRequestDetail,
  };
}
