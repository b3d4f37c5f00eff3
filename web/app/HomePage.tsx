import { use } from 'react';
import { WAITING_KINDS } from '#domain/home/waiting.ts';
import { Home } from '#web/modules/home/Home.tsx';
import { Licences } from '#web/modules/home/Licences.tsx';
import { MonthAgainstBudget } from '#web/modules/home/MonthAgainstBudget.tsx';
import { NotesInHand } from '#web/modules/home/NotesInHand.tsx';
import { BranchRates, InterBankRates } from '#web/modules/home/Rates.tsx';
import { WaitingList } from '#web/modules/home/WaitingList.tsx';
import { appText } from '#web/texts/app.ts';
import { Approach } from './approach.ts';
import { isPart, permittedMenu } from './menu.ts';
import { useRights } from '#web/wire/rights.ts';
import { RightsAwaited } from '#web/patterns/RightsAwaited.tsx';
import { useSession } from '#web/wire/session.ts';
import { WaitingNow } from '#web/wire/waiting.ts';
import { WAITING_AT } from './waitingAt.ts';

/** Home with the parts that this user may see and open: the module itself knows neither rights nor menu. */
export function HomePage() {
  const session = useSession();
  const approach = use(Approach);
  const waiting = use(WaitingNow);
  const { data: held, error, refetch } = useRights();
  if (session === null) return null;
  const who = { name: session.name, entity: session.entityname, financialYear: session.finyear };
  if (held === undefined)
    return (
      <Home {...who} groups={null} onApproach={approach}>
        <RightsAwaited error={error} onRetry={() => void refetch()} />
      </Home>
    );
  const groups = permittedMenu(held).map((item) => ({
    label: isPart(item) ? item.label : appText.menu.RATEFAN,
    screens: isPart(item) ? item.entries : [item],
  }));
  const lines = WAITING_KINDS.flatMap((kind) => {
    const count = waiting[kind];
    return count === undefined ? [] : [{ kind, count, path: WAITING_AT[kind] }];
  });
  const isOfBranch = session.entitytype === 'B';
  return (
    <Home {...who} groups={groups} onApproach={approach}>
      {lines.length > 0 ? <WaitingList lines={lines} onApproach={approach} /> : null}
      {session.empcode !== '' && held.INHANDREPORT === 1 ? (
        <NotesInHand moved={`${waiting.accept ?? 0} ${waiting.return ?? 0}`} />
      ) : null}
      {isOfBranch && held.RATEFAN === 1 ? <BranchRates branch={session.entityid} /> : null}
      {!isOfBranch && held.IBR === 1 ? <InterBankRates /> : null}
      {held.DASHMISBUDGET === 1 ? <MonthAgainstBudget financialYear={session.finyear} /> : null}
      {held.ENTITY === 1 ? <Licences /> : null}
    </Home>
  );
}
