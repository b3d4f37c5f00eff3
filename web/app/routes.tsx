import { Navigate } from 'react-router';
import type { LazyRoute } from '#web/ui/navigation/Screens.tsx';
import { onIdle } from './later.ts';
import { PATHS, REDIRECTS, type Path } from './paths.ts';
import { ScreenFrame } from './ScreenFrame.tsx';
import { prefetch, SCREENS } from './screens.ts';

/** Loads the frame while the user types the password, so that the first screen opens without delay. */
function prefetchFrame(): void {
  onIdle(() => {
    import('./SignedIn.tsx').catch(() => undefined);
    prefetch('/home');
  });
}

async function loadStart() {
  const { SignIn } = await import('#web/modules/access/SignIn.tsx');
  prefetchFrame();
  return SignIn;
}

function routeOf(path: Path): LazyRoute {
  const { title, load } = SCREENS[path];
  const need = PATHS[path];
  return {
    path,
    load: async () => {
      const Screen = await load();
      return () => (
        <ScreenFrame title={title} need={need}>
          <Screen />
        </ScreenFrame>
      );
    },
  };
}

const allPaths = Object.keys(PATHS) as Path[];
/** A browser that is a wall display shows it at these paths without a session. */
const DISPLAY_PATHS: readonly Path[] = ['/autorates', '/autorates/:id'];
const isOfStaff = (path: Path) => PATHS[path] !== 'public' && !DISPLAY_PATHS.includes(path);

const behindSignIn = (children: LazyRoute[]): LazyRoute => ({
  load: async () => (await import('./SignedIn.tsx')).SignedIn,
  children,
});

/** Every path of the product. The start page and unknown paths show sign-in. */
export const routes: LazyRoute[] = [
  { path: '/', load: loadStart },
  ...allPaths.filter((path) => PATHS[path] === 'public').map(routeOf),
  behindSignIn([
    ...allPaths.filter(isOfStaff).map(routeOf),
    ...Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <Navigate to={to} replace /> })),
  ]),
  {
    load: async () => (await import('./DisplayEntry.tsx')).DisplayEntry,
    children: [behindSignIn(DISPLAY_PATHS.map(routeOf))],
  },
  { path: '*', load: loadStart },
];
