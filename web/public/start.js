// Runs before the first paint, from our own origin, so that a dark desk never flashes white.
(() => {
  const stored = localStorage.getItem('mantine-color-scheme-value');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = stored === 'dark' || (stored !== 'light' && prefersDark);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// The browser offers an installation once, often before the page has loaded; web/app/install.ts makes it a menu entry.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installOffer = event;
  dispatchEvent(new Event('installoffer'));
});

// Makes the first calls of the page while its scripts are still being loaded; web/wire/early.ts hands out the answers.
(() => {
  const calls = document.querySelector('meta[name="first-calls"]')?.content;
  let session = null;
  try {
    session = JSON.parse(sessionStorage.getItem('bureau.session') ?? 'null');
  } catch {
    // The page itself deals with a session that cannot be read.
  }
  // Users with a second factor or a change of password due and franchises have one screen, which asks for none of this.
  if (!calls || typeof session?.session !== 'string') return;
  if (session.factor || session.chg_pw_on_logon === 1 || session.entitytype === 'F') return;
  const values = { SESSION: session.session, EMPCODE: session.empcode, ENTITYID: session.entityid };
  const answers = {};
  for (const { url, body, search, entitytype } of JSON.parse(calls)) {
    if (search !== undefined && search !== location.search) continue;
    if (entitytype !== undefined && entitytype !== session.entitytype) continue;
    let isComplete = true;
    const filled = body.replaceAll(/SESSION|EMPCODE|ENTITYID/g, (name) => {
      isComplete &&= Boolean(values[name]);
      return encodeURIComponent(JSON.stringify(values[name] ?? '').slice(1, -1));
    });
    if (!isComplete) continue;
    const answer = fetch(url, {
      method: 'POST',
      body: filled,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      cache: 'no-store',
      credentials: 'omit',
    });
    answer.catch(() => undefined);
    answers[`${url} ${filled}`] = answer;
  }
  window.earlyAnswers = { startedAt: performance.now(), answers };
})();
