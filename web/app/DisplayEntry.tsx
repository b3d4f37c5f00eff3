import { Outlet, useParams } from 'react-router';
import { Display } from '#web/modules/rates/lcd/Display.tsx';
import { displayViewOf, useStoredDisplay } from '#web/modules/rates/lcd/storedDisplay.ts';
import { appText } from '#web/texts/app.ts';
import { usePageTitle } from '#web/wire/waiting.ts';

/** Rendered before sign-in: a browser that is set up as a wall display shows it, whoever is signed in. */
export function DisplayEntry() {
  const view = displayViewOf(useParams()['id']);
  const display = useStoredDisplay(view);
  usePageTitle(appText.screen.lcd);
  return display === null ? <Outlet /> : <Display view={view} display={display} />;
}
