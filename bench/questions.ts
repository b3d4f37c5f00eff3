/** The usual queries of users to the masters: lists, searches, drop-downs and details. */

export const CALLERS = { 'head office': 'admin', 'one branch': 'bm.mum' } as const;
export type Caller = keyof typeof CALLERS;

export interface Question {
  readonly name: string;
  readonly endpoint: string;
  readonly action: string;
  /** The fields between the action and the page. */
  readonly fields: readonly string[];
  readonly page?: Readonly<Record<string, unknown>>;
  /** Whether the page is in the middle of the list. */
  readonly isMiddle?: true;
  readonly callers: readonly Caller[];
}

const HEAD_OFFICE = ['head office'] as const;
const BOTH = ['head office', 'one branch'] as const;
/** The page sizes of the screens. */
const LISTED = { limit: 100 };
const PICKED = { limit: 50 };
/** Few enough that every search also fills its page in the small business. */
const FOUND = { limit: 10 };

type QuestionInput = Omit<Question, 'name' | 'endpoint' | 'action' | 'fields' | 'callers'>;

/** The questions to one list: pages, then searches for texts that occur in many names, in some and in one. */
function listQuestions(
  plural: string,
  endpoint: string,
  callers: readonly Caller[],
  texts: Readonly<Record<string, string>>,
  fields: readonly string[] = [],
): Question[] {
  const asked = (name: string, more: QuestionInput, of = callers): Question => ({
    name: `${plural}, ${name}`,
    endpoint,
    action: 'listjson',
    fields,
    callers: of,
    ...more,
  });
  return [
    asked('first page', { page: LISTED }),
    asked('a page in the middle', { page: LISTED, isMiddle: true }, HEAD_OFFICE),
    ...Object.entries(texts).map(([what, q]) => asked(`search by ${what}`, { page: { ...FOUND, q } })),
  ];
}

interface Picked {
  readonly action?: string;
  readonly fields?: readonly string[];
  readonly callers?: readonly Caller[];
}

const pick = (
  name: string,
  endpoint: string,
  page: Readonly<Record<string, unknown>>,
  { action = 'ddlistjson', fields = [], callers = HEAD_OFFICE }: Picked = {},
): Question => ({ name: `pick ${name}`, endpoint, action, fields, page: { ...PICKED, ...page }, callers });

const detail = (name: string, endpoint: string, field: string, callers: readonly Caller[]): Question => ({
  name: `${name}, detail`,
  endpoint,
  action: 'detail',
  fields: [field],
  callers,
});

/** The state and country are those of the demo: Maharashtra, of India. */
export const questions = (state: string, country: string): readonly Question[] => [
  ...listQuestions(
    'franchisees',
    'entity_a.php',
    BOTH,
    { 'what all are called': 'forex', 'a town': 'nashik', 'an id': 'X000123' },
    ['F'],
  ),
  ...(['B', 'S'] as const).map((type): Question => ({
    name: `entities of type ${type}, first page`,
    endpoint: 'entity_a.php',
    action: 'listjson',
    fields: [type],
    page: FOUND,
    callers: HEAD_OFFICE,
  })),
  detail('franchisee', 'entity_a.php', 'F^GOA', BOTH),
  ...listQuestions('users', 'user_a.php', BOTH, {
    'what all ids begin with': 'user',
    'a first name': 'neha',
    'the id': 'user000123',
    'their group': 'treasury',
  }),
  detail('user', 'user_a.php', '6', BOTH),
  ...listQuestions('cities', 'city_a.php', HEAD_OFFICE, {
    'a letter that most have': 'a',
    'a part of a name': 'ashi',
    'one name': 'mumbai',
    'the name of the state': 'maharashtra',
  }),
  detail('city', 'city_a.php', '12', HEAD_OFFICE),
  ...listQuestions('employees', 'employee_a.php', BOTH, {
    'a first name': 'neha',
    'the name of the branch': 'mumbai fort',
  }),
  pick('a franchisee', 'entity_a.php', {}, { fields: ['F'], callers: BOTH }),
  pick('a franchisee by a town', 'entity_a.php', { ...FOUND, q: 'nashik' }, { fields: ['F'], callers: BOTH }),
  pick('a franchisee of a branch', 'entity_a.php', {}, { action: 'ddlistjsonfranchise', fields: ['MUM'] }),
  pick('a branch in reach', 'user_a.php', { ...FOUND, q: 'a' }, { action: 'branchallowed', callers: BOTH }),
  pick(
    'the entity of a user',
    'user_a.php',
    { ...FOUND, q: 'nashik' },
    { action: 'masterhead', callers: BOTH },
  ),
  pick('an employee', 'employee_a.php', { ...FOUND, q: 'neha' }, { callers: BOTH }),
  pick('an employee of a branch', 'employee_a.php', { ...FOUND, branch: 'MUM', q: 'a' }),
  pick('a user', 'trail_a.php', { q: 'neha' }, { action: 'users', callers: BOTH }),
  pick('a country', 'country_a.php', { q: 'ind' }),
  pick('a state of a country', 'state_a.php', { q: 'ma', country }),
  pick('a city of a state', 'city_a.php', { state }),
  pick('a city of a state by name', 'city_a.php', { ...FOUND, q: 'a', state }),
  pick('a city of any state by name', 'city_a.php', { ...FOUND, q: 'nashik' }),
];
