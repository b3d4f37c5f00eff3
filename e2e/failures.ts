import type { Route } from '@playwright/test';

/** How an upload can fail: a server at fault, a line that is cut, the page of a proxy. */
export const UPLOAD_FAILURES: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"err":"x"}' }),
  (route) => route.abort(),
  (route) => route.fulfill({ contentType: 'text/html', body: '<html>Bad gateway</html>' }),
];
