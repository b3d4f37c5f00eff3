import { Navigate, type RouteObject } from 'react-router';
import { Broken } from './Broken.tsx';
import { NOT_BUILT } from './not-built.ts';
import { PATHS, REDIRECTS, type Path } from './paths.ts';
import { BUILT, prefetch } from './screens.ts';

/** Fetched while someone types a password, so that the first screen is there when it is asked for. */
function prefetchFrame(): void {
  const fetchAll = () => {
    void Promise.all([import('./SignedIn.tsx'), import('./AppShell.tsx')]).catch(() => undefined);
    prefetch('/home');
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1_000);
}

async function loadStart() {
  const { SignIn } = await import('#web/rooms/access/SignIn.tsx');
  prefetchFrame();
  return { Component: SignIn };
}

function routeOf(path: Path): RouteObject {
  const screen = BUILT[path];
  const need = PATHS[path];
  return {
    path,
    lazy: async () => {
      const [{ ScreenFrame }, Screen] = await Promise.all([
        import('./ScreenFrame.tsx'),
        screen?.load() ?? import('./NotBuilt.tsx').then(({ notBuilt }) => notBuilt(NOT_BUILT[path] ?? path)),
      ]);
      const title = screen?.title ?? NOT_BUILT[path] ?? '';
      return {
        Component: () => (
          <ScreenFrame title={title} need={need}>
            <Screen />
          </ScreenFrame>
        ),
      };
    },
  };
}

const allPaths = Object.keys(PATHS) as Path[];
/** A browser that is a wall display shows it here without a session. */
const DISPLAY_PATHS: readonly Path[] = ['/autorates', '/autorates/:id'];
const isOfStaff = (path: Path) => PATHS[path] !== 'public' && !DISPLAY_PATHS.includes(path);

const behindSignIn = (children: RouteObject[]): RouteObject => ({
  lazy: async () => ({ Component: (await import('./SignedIn.tsx')).SignedIn }),
  children,
});

/** Every path of the product. The start page and whatever is not listed show sign-in. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: Broken,
    HydrateFallback: () => null,
    children: [
      { path: '/', lazy: loadStart },
      ...allPaths.filter((path) => PATHS[path] === 'public').map(routeOf),
      behindSignIn([
        ...allPaths.filter(isOfStaff).map(routeOf),
        ...Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <Navigate to={to} replace /> })),
      ]),
      {
        lazy: async () => ({ Component: (await import('./DisplayDoor.tsx')).DisplayDoor }),
        children: [behindSignIn(DISPLAY_PATHS.map(routeOf))],
      },
      { path: '*', lazy: loadStart },
    ],
  },
];
