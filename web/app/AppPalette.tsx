import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { findCustomers } from '#contract/requests/customers.ts';
import type { Waiting, WaitingKind } from '#domain/home/waiting.ts';
import { readCustomerQuery } from '#domain/requests/customers.ts';
import type { Rights } from '#domain/rights.ts';
import { appText } from '#web/texts/app.ts';
import { Palette } from '#web/ui/Palette.tsx';
import { findEntries, type PaletteEntry } from '#web/ui/paletteSearch.ts';
import { call } from '#web/wire/call.ts';
import { useAllRights, type HeldRights } from '#web/wire/rights.ts';
import { WaitingNow } from '#web/wire/waiting.ts';
import type { HelpEntry } from './help/helpEntries.ts';
import { isPart, type MenuPart, type MenuScreen } from './menu.ts';
import { openHelp } from './openHelp.ts';
import { WAITING_AT } from './waitingAt.ts';

interface AppPaletteProps {
  opened: boolean;
  onClose: () => void;
  /** The part of the menu that the user may see. */
  permitted: readonly (MenuPart | MenuScreen)[];
  held: HeldRights;
}

/** The id of an entry is its heading and its path, because a screen and an action can have the same path. */
const entry = (kind: NonNullable<PaletteEntry['kind']>, path: string, label: string, group: string) => ({
  id: `${kind} ${path}`,
  kind,
  label,
  group,
});
const pathOf = ({ id }: PaletteEntry): string => id.slice(id.indexOf(' ') + 1);

/** Finds customers, opens a request by its number, and opens actions, screens and help pages by their names. */
export function AppPalette({ opened, onClose, permitted, held }: AppPaletteProps) {
  const navigate = useNavigate();
  const waiting = use(WaitingNow);
  const [typed, setTyped] = useState('');
  const mayOpenRequests = held.TRANREQUESTDETAIL === 1;
  const help = useHelpEntries(opened);
  const found = useCustomers(typed, opened && mayOpenRequests && held.NEWTRANREQUEST === 1);
  return (
    <Palette
      opened={opened}
      onClose={() => {
        setTyped('');
        onClose();
      }}
      entries={[...actionEntries(held, waiting), ...screenEntries(permitted)]}
      entriesFor={(query) => [
        ...(mayOpenRequests ? requestEntries(query) : []),
        ...findEntries(help, query).slice(0, MOST_HELP),
      ]}
      found={found}
      onQuery={setTyped}
      onChoose={(chosen) => {
        const request = help.find(({ id }) => id === chosen.id)?.request;
        if (request === undefined) void navigate(pathOf(chosen));
        else openHelp(request);
      }}
    />
  );
}

/** Screens and records are what most people look for. */
const MOST_HELP = 6;

/** The titles and headings of the help, loaded when the palette is opened. Without a connection it does without them. */
function useHelpEntries(opened: boolean): readonly HelpEntry[] {
  const { data: rights } = useAllRights();
  const [entriesOf, setEntriesOf] = useState<((rights: Rights) => readonly HelpEntry[]) | null>(null);
  useEffect(() => {
    if (!opened) return;
    import('./help/helpEntries.ts')
      .then((module) => setEntriesOf(() => module.helpEntries))
      .catch(() => undefined);
  }, [opened]);
  return useMemo(() => (rights === undefined ? [] : (entriesOf?.(rights) ?? [])), [entriesOf, rights]);
}

const PAUSE_MS = 150;

/** The customers of the typed text, asked after a pause. Each opens the customer's newest request. */
function useCustomers(typed: string, isEnabled: boolean): readonly PaletteEntry[] {
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data = [] } = useQuery({
    queryKey: ['palette', 'customers', query],
    enabled: isEnabled && query === typed && readCustomerQuery(query) !== null,
    queryFn: async ({ signal }) => (await call(findCustomers, { asked: { q: query } }, { signal })).reply,
  });
  // What was found for an earlier text is never shown beside another one.
  if (!isEnabled || query !== typed) return [];
  return data.map(({ srno, name, mobile, pan, idNumber }) =>
    entry(
      'customer',
      `/requestdetail?srno=${srno}`,
      name,
      [mobile, pan, idNumber].filter((number) => number !== '').join(' · '),
    ),
  );
}

/** A number is a request number, with or without the word "request" before it. */
function requestEntries(query: string): readonly PaletteEntry[] {
  const number = /^(?:request|req|#)?\s*([1-9]\d{0,8})$/i.exec(query)?.[1];
  if (number === undefined) return [];
  return [
    entry(
      'request',
      `/requestdetail?srno=${number}`,
      appText.request(number),
      appText.menu.TRANREQUESTDETAIL,
    ),
  ];
}

/** The paths of actions, by the waiting kinds: the server counts a kind only for users who can act on it. */
const ACTIONS: readonly {
  readonly kinds: readonly WaitingKind[];
  readonly path: string;
  readonly text: { readonly label: string; readonly keywords: string };
}[] = [
  {
    kinds: ['bm', 'zm', 'cm', 'fm'],
    path: '/requestdetail?status=WAITING',
    text: appText.actions.approve,
  },
  { kinds: ['deliver', 'collect'], path: '/home', text: appText.actions.deliver },
  { kinds: ['accept'], path: WAITING_AT.accept, text: appText.actions.accept },
  { kinds: ['link'], path: WAITING_AT.link, text: appText.actions.link },
  { kinds: ['special'], path: WAITING_AT.special, text: appText.actions.special },
];

function actionEntries(held: HeldRights, waiting: Waiting): readonly PaletteEntry[] {
  const { newRequest } = appText.actions;
  const making =
    held.NEWTRANREQUEST === 1
      ? [{ ...entry('action', '/newfxrequest', newRequest.label, ''), keywords: newRequest.keywords }]
      : [];
  const others = ACTIONS.filter(({ kinds }) => kinds.some((kind) => waiting[kind] !== undefined));
  return [
    ...making,
    ...others.map(({ path, text }) => ({
      ...entry('action', path, text.label, ''),
      keywords: text.keywords,
    })),
  ];
}

function screenEntries(permitted: readonly (MenuPart | MenuScreen)[]): readonly PaletteEntry[] {
  const screens = permitted.flatMap((item) =>
    (isPart(item) ? item.entries : [item]).map(({ path, label }) => entry('screen', path, label, item.label)),
  );
  return [
    entry('screen', '/home', appText.home, ''),
    ...screens,
    entry('screen', '/proposals', appText.proposals, ''),
    entry('screen', '/signin-security', appText.signInSecurity, ''),
    entry('screen', '/changepassword', appText.changePassword, ''),
  ];
}
