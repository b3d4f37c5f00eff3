import { Component, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, Router, useRoutes, type NavigationType, type RouteObject } from 'react-router';
import { createNavigation, type Navigation } from './navigation.ts';
import { NavigationContext } from './useHeldNavigation.ts';

/** A path whose component is loaded when it is first opened. */
export type LazyRoute = Omit<RouteObject, 'children' | 'lazy' | 'index'> & {
  readonly load?: () => Promise<ComponentType>;
  readonly children?: readonly LazyRoute[];
};

/** A navigation among these routes. The components along a path are loaded at the same time. */
export const navigationOf = (routes: readonly LazyRoute[]): Navigation =>
  createNavigation((pathname) => {
    const matches = matchRoutes(routes as RouteObject[], pathname) ?? [];
    const missing = matches
      .map(({ route }) => route as LazyRoute)
      .filter(({ load, Component }) => load !== undefined && !Component);
    if (missing.length === 0) return undefined;
    return Promise.all(
      missing.map(async (route) => {
        route.Component = (await route.load?.()) ?? null;
      }),
    );
  });

interface ScreensProps {
  routes: readonly LazyRoute[];
  navigation: Navigation;
  /** Shown if a screen cannot be loaded or fails. */
  broken: ReactNode;
}

/** Shows the screen of the current address. */
export function Screens({ routes, navigation, broken }: ScreensProps) {
  // Not in a transition: a user who presses Save right after a tab must press it on the tab that the address names.
  const place = useSyncExternalStore(navigation.subscribe, navigation.place);
  if (place === null) return null;
  return (
    <NavigationContext value={navigation}>
      <Router
        location={place.location}
        navigationType={place.action as NavigationType}
        navigator={navigation.navigator}
      >
        <Guarded key={place.isBroken ? place.location.key : ''} at={place.location.key} broken={broken}>
          {place.isBroken ? broken : <Matched routes={routes} />}
        </Guarded>
      </Router>
    </NavigationContext>
  );
}

const Matched = ({ routes }: { routes: readonly LazyRoute[] }) => useRoutes(routes as RouteObject[]);

interface GuardedProps {
  at: string;
  broken: ReactNode;
  children: ReactNode;
}

/** Shows the broken page for an error of a screen, until the address changes. */
class Guarded extends Component<GuardedProps, { failedAt: string | null }> {
  override state = { failedAt: null };
  // React calls it with an error only; the address is known to `getDerivedStateFromProps` alone.
  static getDerivedStateFromError() {
    return { failedAt: '' };
  }
  static getDerivedStateFromProps({ at }: GuardedProps, { failedAt }: { failedAt: string | null }) {
    if (failedAt === null) return null;
    if (failedAt === '') return { failedAt: at };
    return failedAt === at ? null : { failedAt: null };
  }
  override render() {
    return this.state.failedAt === null ? this.props.children : this.props.broken;
  }
}
