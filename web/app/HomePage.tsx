import { Suspense, use } from 'react';
import { isListed } from '#domain/home/queue.ts';
import { WAITING_KINDS } from '#domain/home/waiting.ts';
import { Home } from '#web/modules/home/Home.tsx';
import { Licences } from '#web/modules/home/Licences.tsx';
import { MonthAgainstBudget } from '#web/modules/home/MonthAgainstBudget.tsx';
import { NotesInHand } from '#web/modules/home/NotesInHand.tsx';
import { Queue } from '#web/modules/home/Queue.tsx';
import { BranchRates, InterBankRates } from '#web/modules/home/Rates.tsx';
import { TodayStrip } from '#web/modules/home/TodayStrip.tsx';
import { appText } from '#web/texts/app.ts';
import { RightsAwaited } from '#web/patterns/RightsAwaited.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { useRights, useScreenRights } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { WaitingNow } from '#web/wire/waiting.ts';
import { whenIdle } from './later.ts';
import { permittedMenu } from './menu.ts';
import { ALL_OF, WAITING_AT } from './waitingAt.ts';

/** Loaded for every user, because only its own file knows whether the user has hidden it. */
const HomeTour = lazyPart(async () => {
  await whenIdle();
  return import('./tour/HomeTour.tsx');
}, 'HomeTour');

/** Home with the parts that this user may see and open: the module itself knows neither rights nor menu. */
export function HomePage() {
  const session = useSession();
  const waiting = use(WaitingNow);
  const { data: held, error, refetch } = useRights();
  const { data: links } = useScreenRights('PAYMENTGATEWAY');
  if (session === null) return null;
  const who = { name: session.name, entity: session.entityname, financialYear: session.finyear, waiting };
  if (held === undefined)
    return (
      <Home {...who} newRequest={null}>
        <RightsAwaited error={error} onRetry={() => void refetch()} />
      </Home>
    );
  if (permittedMenu(held).length === 0)
    return (
      <Home {...who} newRequest={null}>
        <EmptyState title={appText.noScreens} text={appText.noScreensText} />
      </Home>
    );
  const lines = WAITING_KINDS.flatMap((kind) => {
    const count = waiting[kind] ?? 0;
    return count === 0 || isListed(kind) ? [] : [{ kind, count, path: WAITING_AT[kind] }];
  });
  const isOfBranch = session.entitytype === 'B';
  return (
    <Home
      {...who}
      newRequest={held.NEWTRANREQUEST === 1 ? '/newfxrequest' : null}
      strip={held.TRANREQUESTDETAIL === 1 ? <TodayStrip /> : null}
      aside={
        <>
          <Suspense fallback={null}>
            <HomeTour user={session.srno} />
          </Suspense>
          {session.empcode !== '' && held.INHANDREPORT === 1 ? (
            <NotesInHand moved={`${waiting.accept ?? 0} ${waiting.return ?? 0} ${waiting.deliver ?? 0}`} />
          ) : null}
          {isOfBranch && held.RATEFAN === 1 ? <BranchRates branch={session.entityid} /> : null}
          {!isOfBranch && held.IBR === 1 ? <InterBankRates /> : null}
          {held.DASHMISBUDGET === 1 ? <MonthAgainstBudget financialYear={session.finyear} /> : null}
          {held.ENTITY === 1 ? <Licences /> : null}
        </>
      }
    >
      <Queue waiting={waiting} lines={lines} mayLink={links?.edit === true} pathOf={(kind) => ALL_OF[kind]} />
    </Home>
  );
}
