import { use } from 'react';
import { Home } from '#web/rooms/home/Home.tsx';
import { appText } from '#web/texts/app.ts';
import { Approach } from './approach.ts';
import { isPart, permittedMenu } from './menu.ts';
import { useRights } from './rights.ts';
import { useSession } from './session.ts';

/** Home with what this user may open: the room itself knows no menu. */
export function HomePage() {
  const session = useSession();
  const approach = use(Approach);
  const { data: held = {} } = useRights();
  if (session === null) return null;
  const groups = permittedMenu(held).map((item) => ({
    label: isPart(item) ? item.label : appText.menu.RATEFAN,
    screens: isPart(item) ? item.entries : [item],
  }));
  return (
    <Home
      name={session.name}
      entity={session.entityname}
      financialYear={session.finyear}
      groups={groups}
      onApproach={approach}
    />
  );
}
