/**
 * The import law: which part may know which. The rule names carry the numbers of ARCHITECTURE.md, and each
 * comment is what a person reads when the rule is broken. `tools/ci/import-law.ts` plants a violation of
 * every rule and fails unless this file catches it.
 */
const { modules, mayEnter } = require('./modules.cjs');

const TESTS = '\\.test\\.tsx?$';
const TEST_LIBRARIES = '^node_modules/(vitest|fast-check)/';
const PRODUCT = '^(domain|contract|server|web)/';
/** What component tests share; like a test, it is no part of the product. */
const WEB_TESTING = '^web/testing/';
const AROUND = '^(tools|e2e|bench|drills)/';
const MODULE = '^server/modules/([^/]+)/';
const INTERFACE = '^server/modules/[^/]+/index\\.ts$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const layers = [
  forbid(
    '1-domain-is-pure',
    'Do not import this into domain/, because a rule must be decided from its arguments alone; instead pass the value in.',
    { path: '^domain/', pathNot: TESTS },
    { pathNot: ['^domain/', '^node_modules/decimal\\.js/'] },
  ),
  forbid(
    '1-domain-tests-are-pure',
    'Do not import this into a test of domain/, because the rules must be testable without the product around them.',
    { path: `^domain/.*${TESTS}` },
    { pathNot: ['^domain/', '^node_modules/decimal\\.js/', TEST_LIBRARIES], dependencyTypesNot: ['core'] },
  ),
  forbid(
    '2-contract-knows-domain-and-zod',
    'Do not import this into contract/, because both browser and server load it; instead put what is shared into domain/.',
    { path: '^contract/', pathNot: TESTS },
    { pathNot: ['^contract/', '^domain/', '^node_modules/zod/'] },
  ),
  forbid(
    '2-contract-tests-know-the-same',
    'Do not import this into a test of contract/, because a declaration must be testable without a server.',
    { path: `^contract/.*${TESTS}` },
    {
      pathNot: ['^contract/', '^domain/', '^node_modules/zod/', TEST_LIBRARIES],
      dependencyTypesNot: ['core'],
    },
  ),
  forbid(
    '3-server-never-meets-web',
    'Do not import web/ from server/, because the two meet only over the wire; instead share it in contract/ or domain/.',
    { path: '^server/' },
    { path: '^web/' },
  ),
  forbid(
    '3-web-never-meets-server',
    'Do not import server/ from web/, because the two meet only over the wire; instead call it through contract/.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  forbid(
    '3-web-runs-in-a-browser',
    'Do not import a module of Node into web/, because no browser has it.',
    { path: '^web/', pathNot: TESTS },
    { dependencyTypes: ['core'] },
  ),
];

/**
 * The layers of the browser from the lowest up: texts, ui and wire, then pickers, patterns, modules and app.
 * Each may import those below it, and ui and wire do not know each other.
 */
const webParts = [
  forbid(
    '4-web-modules-are-separate',
    'Do not import one web module from another, because each is loaded by itself; instead compose them in web/app, or lift the part to web/patterns.',
    { path: '^web/modules/([^/]+)/' },
    { path: '^web/modules/', pathNot: '^web/modules/$1/' },
  ),
  forbid(
    '5-ui-knows-no-business',
    'Do not import contract/ or a higher layer from web/ui, because its parts serve every screen; instead take what is needed as props.',
    { path: '^web/ui/' },
    { path: ['^contract/', '^web/(wire|pickers|patterns|modules|app)/'] },
  ),
  forbid(
    '5-wire-shows-nothing',
    'Do not import a component or a higher layer into web/wire, because it only makes calls; instead return what the screen needs.',
    { path: '^web/wire/' },
    { path: '^web/(ui|pickers|patterns|modules|app)/' },
  ),
  forbid(
    '5-pickers-know-no-screen',
    'Do not import patterns, a module or web/app from web/pickers, because every screen may use a picker; it makes its calls with web/wire.',
    { path: '^web/pickers/' },
    { path: '^web/(patterns|modules|app)/' },
  ),
  forbid(
    '5-patterns-know-no-module',
    'Do not import a module or web/app from web/patterns, because a pattern serves every module; instead take what is needed as props.',
    { path: '^web/patterns/' },
    { path: '^web/(modules|app)/' },
  ),
  forbid(
    '5-modules-know-no-app',
    'Do not import web/app from a module, because web/app composes the modules; instead take what is needed as props, or lift it to web/patterns or web/wire.',
    { path: '^web/modules/' },
    { path: '^web/app/' },
  ),
];

const serverModules = [
  forbid(
    '6-module-is-used-by-its-interface',
    'Do not reach into another module, because its inside may change any day; instead call a function of its index.ts.',
    { path: MODULE },
    { path: MODULE, pathNot: ['^server/modules/$1/', INTERFACE] },
  ),
  forbid(
    '6-server-uses-module-interfaces',
    'Do not reach into a module, because its inside may change any day; instead call a function of its index.ts.',
    { path: '^server/', pathNot: [MODULE, TESTS] },
    { path: MODULE, pathNot: INTERFACE },
  ),
  forbid(
    '6-platform-knows-no-module',
    'Do not import a module from server/platform, because platform services must work for any module; instead let the module register itself.',
    { path: '^server/platform/', pathNot: TESTS },
    { path: '^server/modules/' },
  ),
  ...modules.map((module) =>
    forbid(
      `6-modules-listed-for-${module}`,
      `Do not enter this module from ${module}, because modules.cjs does not list the pair; instead turn the dependency round, or argue for the pair there.`,
      { path: `^server/modules/${module}/` },
      { path: `^server/modules/(?!(${[module, ...(mayEnter[module] ?? [])].join('|')})/)[^/]+/index\\.ts$` },
    ),
  ),
  forbid(
    '6-modules-are-known',
    'Do not open a module that modules.cjs does not name, because the same word must serve in every root.',
    {},
    { path: '^(server|web)/modules/[^/]+/', pathNot: `^(server|web)/modules/(${modules.join('|')})/` },
  ),
  forbid(
    '7-only-sql-files-touch-the-database',
    'Do not reach the database from here, because every statement lives in a *.sql.ts file where it is prepared and proved; instead call a function there.',
    { pathNot: ['\\.sql\\.ts$', '^server/(platform|migrations)/', '^server/app\\.ts$', TESTS, AROUND] },
    {
      path: ['^node_modules/(@types/)?pg/', '^node_modules/pg-', '^server/platform/db(/|\\.ts$)'],
      // It only names the columns of a reply.
      pathNot: '^server/platform/db/on-wire\\.ts$',
    },
  ),
  forbid(
    '8-module-reads-its-own-contract',
    'Do not read the calls of another module, because its wire is its own; instead use the shared definitions, or call the public interface of that module.',
    { path: MODULE },
    {
      path: '^contract/',
      pathNot: [
        '^contract/$1(\\.ts$|/)',
        '^contract/(define|fields|master|record|shared|sheets|wire)\\.ts$',
        '^contract/shared/',
      ],
    },
  ),
];

const everywhere = [
  forbid(
    'no-cycles',
    'Do not import in a circle, because neither file can then be understood first; instead move what both need to a third.',
    {},
    { circular: true },
  ),
  forbid(
    'product-knows-no-test-code',
    'Do not import tests, tools, benchmarks or drills into the product, because they are not shipped.',
    { path: PRODUCT, pathNot: [TESTS, WEB_TESTING] },
    { path: [AROUND, TESTS, WEB_TESTING] },
  ),
  forbid(
    'product-needs-only-dependencies',
    'Do not import a development package into the server, because it is not installed where the server runs; instead make it a dependency. What only the browser needs is built into dist.',
    { path: '^(?:server|contract|domain)/', pathNot: TESTS },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'triple-slash-type-reference'] },
  ),
  forbid(
    'packages-are-declared',
    'Do not import a package that package.json does not name, because it may vanish with the package that brought it.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'imports-resolve',
    'This import leads nowhere; the law cannot be checked through it.',
    {},
    { couldNotResolve: true },
  ),
];

module.exports = {
  forbidden: [...layers, ...webParts, ...serverModules, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'browser', 'default', 'require'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
