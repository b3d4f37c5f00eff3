/**
 * Prepares what the server writes into the page of each path: links that load the scripts of its screen and the font
 * together with the entry, and the calls that public/start.js makes before any of them runs. Reads the built web, and
 * writes dist/web/heads.json.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { ownAccess } from '#contract/access/session.ts';
import type { ArgsOf, Call } from '#contract/define.ts';
import { encodeFields } from '#contract/encode.ts';
import { employee } from '#contract/masters/employee.ts';
import { listRequests } from '#contract/requests/desk.ts';
import { PATHS, type Path } from '#web/app/paths.ts';
import { FIRST_PAGE } from '#web/modules/requests/desk/search.ts';
import { sellerPage } from '#web/modules/requests/form/seller.ts';
import { circleIn, filesOf, type Manifest } from './manifest.ts';

const BUILT_WEB = 'dist/web';
const FRAME = 'web/app/SignedIn.tsx';
const SIGN_IN = 'web/modules/access/SignIn.tsx';
/** Imported by its address: the types of all screens belong to the browser, and need not be checked again here. */
const SCREENS = new URL('../../web/app/screens.ts', import.meta.url).href;
type Screens = Readonly<Partial<Record<Path, { readonly load: () => Promise<unknown> }>>>;
/** What start.js replaces by the values of the session. */
const SESSION = 'SESSION';
const EMPLOYEE_CODE = 'EMPCODE';
const ENTITY_ID = 'ENTITYID';

interface FirstCall {
  readonly url: string;
  readonly body: string;
  /** The call is made only where the query of the address is exactly this. */
  readonly search?: string;
  /** The call is made only for users of such an entity. */
  readonly entitytype?: 'B';
}

const firstCall = <C extends Call>(
  call: C,
  args: ArgsOf<C>,
  only: Pick<FirstCall, 'search' | 'entitytype'> = {},
): FirstCall => ({
  url: `/api/${call.endpoint}`,
  body: encodeFields(call, args, SESSION).toString(),
  ...only,
});

/** The data of a screen that do not depend on what the first answer says. */
const DATA_CALLS: Partial<Record<Path, readonly FirstCall[]>> = {
  '/requestdetail': [firstCall(listRequests, FIRST_PAGE, { search: '' })],
  '/newfxrequest': [
    firstCall(
      employee.options,
      { page: sellerPage(ENTITY_ID, EMPLOYEE_CODE) },
      { search: '', entitytype: 'B' },
    ),
  ],
};

/** The module that a screen is loaded from, as screens.ts names it in its import. */
function moduleOf(load: () => Promise<unknown>): string {
  const name = /import\(['"`]([^'"`]+)['"`]\)/.exec(load.toString())?.[1];
  if (name === undefined) throw new Error(`no module is imported by ${load.toString()}`);
  return name.replace('#web/', 'web/').replace('./', 'web/app/');
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** What every head has: the start script and the font. */
interface Common {
  readonly startScript: string;
  readonly font: string;
}

/** The start script stands before the links, because browsers load in this order where they have no free connection. */
function headOf(
  scripts: readonly string[],
  { startScript, font }: Common,
  calls: readonly FirstCall[],
): string {
  return [
    ...(calls.length === 0
      ? []
      : [`<meta name="first-calls" content="${attribute(JSON.stringify(calls))}">`]),
    `<script src="/${startScript}"></script>`,
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
  ].join('');
}

/** The head of every path; `*` is that of the start page and of every path that is not listed. */
function headsOf(manifest: Manifest, screens: Screens, common: Common): Readonly<Record<string, string>> {
  const heads: Record<string, string> = { '*': headOf(filesOf(manifest, [SIGN_IN]).scripts, common, []) };
  for (const [path, screen] of Object.entries(screens) as [Path, Screens[Path]][]) {
    if (screen === undefined) continue;
    const isPublic = PATHS[path] === 'public';
    const modules = [...(isPublic ? [] : [FRAME]), moduleOf(screen.load)];
    const calls = isPublic ? [] : [firstCall(ownAccess, {}), ...(DATA_CALLS[path] ?? [])];
    heads[path] = headOf(filesOf(manifest, modules).scripts, common, calls);
  }
  return heads;
}

const START_TAG = '<script src="/start.js"></script>';

/** Gives the start script a name with its hash, so that browsers keep it as long as the other scripts. */
async function nameStartScript(): Promise<string> {
  const script = await readFile(`${BUILT_WEB}/start.js`);
  const name = `assets/start-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;
  await writeFile(`${BUILT_WEB}/${name}`, script);
  await rm(`${BUILT_WEB}/start.js`);
  return name;
}

/** Takes from the page what is part of each head. */
async function stripPage(): Promise<void> {
  const page = await readFile(`${BUILT_WEB}/index.html`, 'utf8');
  if (!page.includes(START_TAG)) throw new Error('the page has no start script');
  const rest = page.replace(START_TAG, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
  await writeFile(`${BUILT_WEB}/index.html`, rest);
}

if (import.meta.main) {
  const manifest = JSON.parse(await readFile(`${BUILT_WEB}/.vite/manifest.json`, 'utf8')) as Manifest;
  const [font, ...others] = globSync('assets/inter-latin-rupee-*.woff2', { cwd: BUILT_WEB });
  if (font === undefined || others.length > 0)
    throw new Error('the build has not exactly one font for every page');
  const circle = circleIn(manifest);
  if (circle !== null)
    throw new Error(
      `chunks import each other in a circle: ${circle}. tools/build/chunks.ts says which modules a chunk takes; split the file that joins them.`,
    );
  await stripPage();
  const { SCREENS: screens } = (await import(SCREENS)) as { SCREENS: Screens };
  const heads = headsOf(manifest, screens, { startScript: await nameStartScript(), font });
  await writeFile(`${BUILT_WEB}/heads.json`, JSON.stringify(heads));
}
