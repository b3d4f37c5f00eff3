/**
 * How the built web is cut into files. Every request costs a round trip and a browser without HTTP/2 makes only six at a
 * time, so a screen consists of about ten files instead of eighty. A group takes the modules that its test names and that
 * enough of the fifty entry points share: the page's own entry and every module that is loaded on demand.
 */
interface Group {
  readonly name: string | ((id: string) => string);
  readonly test?: RegExp;
  readonly minShareCount?: number;
}

/** The first group that matches takes a module. A module that only one entry point uses stays in that entry point's file. */
export const CHUNK_GROUPS: Group[] = [
  {
    name: 'base',
    test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime|preload-helper/,
  },
  {
    name: 'table',
    test: /node_modules\/@tanstack\/(?:react-)?(?:table|virtual|store)|web\/ui\/table\/|web\/patterns\/(?:Outstanding|list\/FilteredList|master\/MasterList)\./,
  },
  // What sign-in needs of the libraries, and every other screen too.
  {
    name: 'kit',
    test: /node_modules\/(?:zod|clsx|@tanstack\/(?:query-core|react-query)|@mantine\/hooks|@mantine\/core\/esm\/(?:core|utils|components\/(?:ActionIcon|Button|Checkbox|CloseButton|Group|Input|InputBase|InlineInput|Loader|PasswordInput|Textarea|TextInput|Transition|UnstyledButton|VisuallyHidden)))\//,
  },
  {
    name: 'app',
    test: /node_modules\/@tabler\/|web\/(?:wire|app)\/(?!printFile)[a-z][\w-]+\.ts$|web\/ui\/(?:(?:CurrencyName|Dialog|EmptyState|Field|MessageModal|Notice|StatusBadge)\.|(?!waitingKeys)[a-z]\w+\.ts$)|web\/patterns\/(?:RightsAwaited\.|OpenFailed\.|problem\/)|web\/texts\/(?:app|ui|access)\.|web\/modules\/access\/signOut\.|contract\/(?!master|record|documents|sheets)(?:access\/session|home\/watch|[a-z-]+)\.ts|domain\/(?!money|quantities|cells)(?:home\/waiting|licences\/status|access\/provider|[a-z-]+)\.ts$/,
    minShareCount: 2,
  },
  // What is said and checked about money and transactions, and about the records that they name.
  {
    name: 'money',
    test: /node_modules\/decimal\.js\/|domain\/(?:money|quantities|rates\/card)\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'rating',
    test: /\/(?:contract|domain)\/rates\/|web\/texts\/(?:cards|ibr)\./,
    minShareCount: 2,
  },
  {
    name: 'stock',
    test: /\/(?:contract|domain)\/(?:notes|budget)\/|web\/texts\/(?:notes|budget)\./,
    minShareCount: 2,
  },
  // Loaded after every screen, for drafts that wait on the device.
  {
    name: 'unsent',
    test: /web\/modules\/requests\/unsent\/|web\/texts\/connection\./,
    minShareCount: 2,
  },
  // How far a request is paid, for home and the requests.
  { name: 'payment', test: /(?:payment-a|paymentA)mounts\./, minShareCount: 2 },
  // What the list of requests needs of them; the rest brings documents and stock along.
  {
    name: 'listing',
    test: /contract\/requests\/desk\.ts|domain\/requests\/(?:codes|approval)\.ts/,
    minShareCount: 2,
  },
  {
    name: 'trade',
    test: /\/(?:contract|domain)\/(?:requests|payments)\/|web\/texts\/(?:requests|payments)\.|web\/modules\/requests\/(?!desk)/,
    minShareCount: 2,
  },
  // The list and the detail of requests, which the form does not need.
  {
    name: 'desk-detail',
    test: /web\/texts\/requestDetail\.|web\/modules\/requests\/desk\/detail\//,
    minShareCount: 2,
  },
  { name: 'desk', test: /web\/texts\/desk\.|web\/modules\/requests\/desk\//, minShareCount: 2 },
  { name: 'report', test: /web\/(?:patterns\/report\/|texts\/reports\.)/, minShareCount: 2 },
  // Counts by denominations compute with money, which most lists do not need.
  { name: 'denominations', test: /web\/(?:ui\/denominations\/|texts\/denominations\.)/, minShareCount: 2 },
  {
    name: 'discrepancy',
    test: /web\/(?:patterns\/discrepancy\/|texts\/discrepancy\.)/,
    minShareCount: 2,
  },
  {
    name: 'flash-audit',
    test: /\/(?:contract|domain)\/flash\/(?!count\.|report)|web\/texts\/flash\./,
    minShareCount: 2,
  },
  { name: 'auditing', test: /\/(?:contract|domain)\/audit\/(?!flags)|web\/texts\/audit\./, minShareCount: 2 },
  { name: 'audit-work', test: /web\/texts\/auditWork\./, minShareCount: 2 },
  { name: 'licensing', test: /\/(?:contract|domain)\/licences\/|web\/texts\/licences\./, minShareCount: 2 },
  // What stands beside a list. The frame of a whole record has tabs, which lists do not need.
  {
    name: 'beside',
    test: /web\/ui\/(?:KeyBar|LetterChip|ReplyThread|Segments|SidePanel|StatusPick)\./,
    minShareCount: 2,
  },
  { name: 'record', test: /web\/patterns\/record\/Record(?:Header|Screen)\./, minShareCount: 2 },
  {
    name: 'documents',
    test: /@mantine\/core\/esm\/components\/Progress\/|web\/(?:patterns|ui)\/documents\/|web\/ui\/(?:FileDrop|DocumentPreview)\.|web\/texts\/documents\./,
    minShareCount: 2,
  },
  // Entities, companies and their papers; users and right groups. Most lists need neither.
  {
    name: 'entities',
    test: /(?:contract|domain)\/masters\/(?:entity|company|documents)\.|web\/texts\/entity\.|web\/ui\/(?:LicenceBadge|PrintPage)\.|web\/patterns\/letterhead/,
    minShareCount: 2,
  },
  {
    name: 'people',
    test: /(?:contract|domain)\/access\/(?:user|groups?|grants)\.|web\/texts\/people\.|web\/pickers\/RightGroupPicker/,
    minShareCount: 2,
  },
  // The uploads of sheets, which lists do not need.
  {
    name: 'sheets',
    test: /domain\/cells\.|web\/(?:texts\/wrongCells\.|patterns\/import\/WrongCells\.)/,
    minShareCount: 2,
  },
  // What the first steps on home and the help share, without the pages.
  { name: 'help-of', test: /web\/app\/(?:help\/(?:helpOf|isPathPermitted)|tour\/stored)\./ },
  // Loaded with the first help that is asked for, by F1 or in the palette.
  { name: 'help', test: /\/docs\/help\/|web\/app\/help\/|web\/texts\/help\./ },
  // Apart from what sign-in loads.
  {
    name: 'factors',
    test: /@simplewebauthn\/|(?:contract|domain)\/access\/factors\.|web\/(?:texts\/factors|modules\/access\/factors\/)/,
    minShareCount: 2,
  },
  {
    name: 'records',
    test: /\/(?:contract|domain|web\/texts)\/|web\/patterns\/record\/marks\./,
    minShareCount: 2,
  },
  { name: 'frame', minShareCount: 19 },
  {
    name: 'filters',
    test: /web\/(?:patterns\/list\/|ui\/(?:SearchForm|DateInput|PlainTable|Panel)\.|pickers\/(?:Branch|Currency|Employee))/,
    minShareCount: 2,
  },
  {
    name: 'choices',
    test: /@mantine\/core\/esm\/components\/(?:MultiSelect|Pill|PillsInput|Combobox\/use-pills-reorder|SegmentedControl|FloatingIndicator)\/|web\/(?:pickers\/ManyPicker|ui\/(?:Tabs|MoneyInput|chart\/))/,
    minShareCount: 2,
  },
  { name: 'patterns', test: /web\/patterns\//, minShareCount: 2 },
  { name: 'parts', test: /node_modules\/|web\/(?:ui|pickers\/(?![bB]udget)|app|patterns)/, minShareCount: 2 },
  {
    name: (id) => {
      const [, module = 'rest', part = ''] = /\/web\/modules\/([a-z]+)(\/people)?/.exec(id) ?? [];
      return module + part.replace('/', '-');
    },
    minShareCount: 2,
  },
];
