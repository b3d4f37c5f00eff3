/**
 * The import law: which part may know which. The rule names carry the numbers of ARCHITECTURE.md, and each
 * comment is what a person reads when the rule is broken. `tools/ci/import-law.ts` plants a violation of
 * every rule and fails unless this file catches it.
 */
const { rooms, mayEnter } = require('./rooms.cjs');

const TESTS = '\\.test\\.tsx?$';
const TEST_LIBRARIES = '^node_modules/(vitest|fast-check)/';
const PRODUCT = '^(domain|contract|server|web)/';
const AROUND = '^(tools|e2e|bench|drills)/';
const ROOM = '^server/rooms/([^/]+)/';
const DOOR = '^server/rooms/[^/]+/index\\.ts$';

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

const webParts = [
  forbid(
    '4-web-room-stays-home',
    'Do not import one web room from another, because each is loaded by itself; instead compose them in web/app, or lift the part to web/ui or web/pickers.',
    { path: '^web/rooms/([^/]+)/' },
    { path: '^web/rooms/', pathNot: '^web/rooms/$1/' },
  ),
  forbid(
    '5-ui-knows-no-business',
    'Do not import contract/, a room, a picker or web/app from web/ui, because its parts serve every screen; instead take what is needed as props.',
    { path: '^web/ui/' },
    { path: ['^contract/', '^web/(rooms|pickers|app)/'] },
  ),
  forbid(
    '5-pickers-know-no-room',
    'Do not import a room or web/app from web/pickers, because every room may use a picker; it makes its calls with web/app/call.ts.',
    { path: '^web/pickers/' },
    { path: '^web/(rooms|app)/', pathNot: '^web/app/call\\.ts$' },
  ),
];

const serverRooms = [
  forbid(
    '6-room-is-entered-by-its-door',
    'Do not reach into another room, because its inside may change any day; instead call a function of its index.ts.',
    { path: ROOM },
    { path: ROOM, pathNot: ['^server/rooms/$1/', DOOR] },
  ),
  forbid(
    '6-building-enters-by-the-door',
    'Do not reach into a room, because its inside may change any day; instead call a function of its index.ts.',
    { path: '^server/', pathNot: [ROOM, TESTS] },
    { path: ROOM, pathNot: DOOR },
  ),
  forbid(
    '6-platform-knows-no-room',
    'Do not import a room from server/platform, because the services of the building must work for any room; instead let the room register itself.',
    { path: '^server/platform/', pathNot: TESTS },
    { path: '^server/rooms/' },
  ),
  ...rooms.map((room) =>
    forbid(
      `6-rooms-listed-for-${room}`,
      `Do not enter this room from ${room}, because rooms.cjs does not list the pair; instead turn the dependency round, or argue for the pair there.`,
      { path: `^server/rooms/${room}/` },
      { path: `^server/rooms/(?!(${[room, ...(mayEnter[room] ?? [])].join('|')})/)[^/]+/index\\.ts$` },
    ),
  ),
  forbid(
    '6-rooms-are-known',
    'Do not open a room that rooms.cjs does not name, because the same word must serve in every root.',
    {},
    { path: '^(server|web)/rooms/[^/]+/', pathNot: `^(server|web)/rooms/(${rooms.join('|')})/` },
  ),
  forbid(
    '7-only-sql-files-touch-the-database',
    'Do not reach the database from here, because every statement lives in a *.sql.ts file where it is prepared and proved; instead call a function there.',
    { pathNot: ['\\.sql\\.ts$', '^server/(platform|migrations)/', '^server/app\\.ts$', TESTS, AROUND] },
    { path: ['^node_modules/(@types/)?pg/', '^node_modules/pg-', '^server/platform/db(/|\\.ts$)'] },
  ),
  forbid(
    '8-room-reads-its-own-contract',
    'Do not read the calls of another room, because its wire is its own; instead use the shared definitions, or call that room by its door.',
    { path: ROOM },
    {
      path: '^contract/',
      pathNot: [
        '^contract/$1(\\.ts$|/)',
        '^contract/(define|fields|master|shared)\\.ts$',
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
    { path: PRODUCT, pathNot: TESTS },
    { path: [AROUND, TESTS] },
  ),
  forbid(
    'product-needs-only-dependencies',
    'Do not import a development package into the product, because it is not installed where the product runs; instead make it a dependency.',
    { path: PRODUCT, pathNot: TESTS },
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
  forbidden: [...layers, ...webParts, ...serverRooms, ...everywhere],
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
