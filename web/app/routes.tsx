import { Navigate, type RouteObject } from 'react-router';
import { Broken } from './Broken.tsx';
import { NOT_BUILT } from './not-built.ts';
import { PATHS, REDIRECTS, type Path } from './paths.ts';
import { ScreenFrame } from './ScreenFrame.tsx';
import { BUILT, prefetch } from './screens.ts';

/** Loads the frame while the user types the password, so that the first screen opens without delay. */
function prefetchFrame(): void {
  const fetchAll = () => {
    import('./SignedIn.tsx').catch(() => undefined);
    prefetch('/home');
  };
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1_000);
}

async function loadStart() {
  const { SignIn } = await import('#web/modules/access/SignIn.tsx');
  prefetchFrame();
  return { Component: SignIn };
}

function routeOf(path: Path): RouteObject {
  const screen = BUILT[path];
  const need = PATHS[path];
  return {
    path,
    lazy: async () => {
      const Screen =
        (await screen?.load()) ?? (await import('./NotBuilt.tsx')).notBuilt(NOT_BUILT[path] ?? path);
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
/** A browser that is a wall display shows it at these paths without a session. */
const DISPLAY_PATHS: readonly Path[] = ['/autorates', '/autorates/:id'];
const isOfStaff = (path: Path) => PATHS[path] !== 'public' && !DISPLAY_PATHS.includes(path);

const behindSignIn = (children: RouteObject[]): RouteObject => ({
  lazy: async () => ({ Component: (await import('./SignedIn.tsx')).SignedIn }),
  children,
});

/** Every path of the product. The start page and unknown paths show sign-in. */
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
        lazy: async () => ({ Component: (await import('./DisplayEntry.tsx')).DisplayEntry }),
        children: [behindSignIn(DISPLAY_PATHS.map(routeOf))],
      },
      { path: '*', lazy: loadStart },
    ],
  },
];
