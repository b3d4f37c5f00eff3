import { Tour } from '#web/modules/home/Tour.tsx';
import { tourText } from '#web/texts/tour.ts';
import { useAllRights } from '#web/wire/rights.ts';
import { isPathPermitted } from '../help/isPathPermitted.ts';
import { helpOf } from '../help/helpOf.ts';
import { openHelp } from '../openHelp.ts';
import { roleOf } from './roleOf.ts';
import { STEPS, TOURS } from './steps.ts';
import { doTourStep, hideTour, useTour } from './stored.ts';

/** The first steps of the user's role, on home until the user hides them. */
export function HomeTour({ user }: { user: number }) {
  const done = useTour(user);
  const { data: rights } = useAllRights();
  if (done === null || rights === undefined) return null;
  const steps = TOURS[roleOf(rights)].flatMap((id) => {
    const { path, href = path, page } = STEPS[id];
    if (path !== undefined && !isPathPermitted(path, rights)) return [];
    return [
      { id, href, text: tourText.steps[id], page: page ?? helpOf(path ?? ''), isDone: done.includes(id) },
    ];
  });
  return (
    <Tour
      steps={steps}
      onDo={(id) => doTourStep(user, id)}
      onRead={({ page }) => openHelp({ page })}
      onHide={() => hideTour(user)}
    />
  );
}
