import { Outlet, useParams } from 'react-router';
import { Display } from '#web/rooms/rates/lcd/Display.tsx';
import { displayViewOf, useStoredDisplay } from '#web/rooms/rates/lcd/storedDisplay.ts';
import { appText } from '#web/texts/app.ts';
import { usePageTitle } from './waiting.ts';

/** Before sign-in: a browser that was made a wall display is one, whoever is signed in. */
export function DisplayDoor() {
  const view = displayViewOf(useParams()['id']);
  const display = useStoredDisplay(view);
  usePageTitle(appText.screen.lcd);
  return display === null ? <Outlet /> : <Display view={view} display={display} />;
}
