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
    test: /node_modules\/@tabler\/|web\/(?:wire|app)\/[a-z][\w-]+\.ts$|web\/ui\/(?:(?:CurrencyName|Dialog|EmptyState|Field|MessageModal|Notice|StatusBadge)\.|[a-z]\w+\.ts$)|web\/patterns\/(?:RightsAwaited\.|OpenFailed\.|problem\/)|web\/texts\/(?:app|ui|access)\.|web\/modules\/access\/signOut\.|contract\/(?:access\/session|home\/watch|[a-z-]+)\.ts|domain\/(?!money|quantities)(?:home\/waiting|[a-z-]+)\.ts$/,
    minShareCount: 2,
  },
  // What is said and checked about money and transactions, and about the records that they name.
  {
    name: 'trade',
    test: /node_modules\/decimal\.js\/|\/(?:contract|domain)\/(?:requests|rates|payments|notes|budget)\/|domain\/(?:money|quantities)\.ts$|web\/texts\/(?:requests|desk|cards|ibr|payments|notes|budget)\./,
    minShareCount: 2,
  },
  { name: 'report', test: /web\/(?:patterns\/report\/|texts\/reports\.)/, minShareCount: 2 },
  // The last group names the file of the module itself.
  { name: 'auditing', test: /\/(?:contract|domain)\/audit\/|web\/texts\/audit\./, minShareCount: 2 },
  {
    name: 'record',
    test: /web\/(?:patterns\/record\/Record(?:Header|Screen)\.|ui\/(?:KeyBar|LetterChip|ReplyThread|StatusPick)\.|texts\/auditWork\.)/,
    minShareCount: 2,
  },
  {
    name: 'records',
    test: /\/(?:contract|domain|web\/texts)\/|web\/(?:ui\/LicenceBadge|patterns\/record\/marks)\./,
    minShareCount: 2,
  },
  { name: 'frame', minShareCount: 19 },
  { name: 'documents', test: /web\/(?:patterns|ui)\/documents\/|web\/ui\/FileDrop\./, minShareCount: 2 },
  { name: 'patterns', test: /web\/patterns\/(?!letterhead)/, minShareCount: 2 },
  { name: 'parts', test: /node_modules\/|web\/(?:ui|pickers\/(?![bB]udget)|app|patterns)/, minShareCount: 2 },
  {
    name: (id) => {
      const [, module = 'rest', part = ''] = /\/web\/modules\/([a-z]+)(\/people)?/.exec(id) ?? [];
      return module + part.replace('/', '-');
    },
    minShareCount: 2,
  },
];
