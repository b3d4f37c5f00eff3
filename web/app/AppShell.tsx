import {
  IconChartBar,
  IconDatabase,
  IconFileText,
  IconInbox,
  IconListCheck,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconTransfer,
} from '@tabler/icons-react';
import { Suspense, use, useState, type ComponentType, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatFinancialYear } from '#domain/dates.ts';
import { totalWaiting } from '#domain/home/waiting.ts';
import { useSignOut } from '#web/modules/access/signOut.ts';
import { appText } from '#web/texts/app.ts';
import { homeText } from '#web/texts/home.ts';
import { uiText } from '#web/texts/ui.ts';
import { holdKeys } from '#web/ui/heldKeys.ts';
import { useKeys } from '#web/ui/keys.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import type { MenuEntry, MenuItem, ShellLinkProps } from '#web/ui/shell/menu.ts';
import { Shell } from '#web/ui/shell/Shell.tsx';
import styles from './AppShell.module.css';
import { Approach } from './approach.ts';
import { useInstallEntry } from './install.ts';
import { Connection } from './later.ts';
import { openHelp } from './openHelp.ts';
import { isPart, permittedMenu, type MenuPart, type MenuScreen } from './menu.ts';
import { useAllowedBranches, useRights, useUserName } from '#web/wire/rights.ts';
import { prefetch } from './screens.ts';
import type { Session } from '#web/wire/session.ts';
import { WaitingNow } from '#web/wire/waiting.ts';
import { waitingByScreen } from './waitingAt.ts';

const KeySheet = lazyPart(() => import('#web/ui/KeySheet.tsx'), 'KeySheet');
const AppPalette = lazyPart(() => import('./AppPalette.tsx'), 'AppPalette');

const ICONS: Readonly<Record<string, ComponentType<{ size: number }>>> = {
  MASTER: IconDatabase,
  TRANSACTION: IconTransfer,
  RATEFAN: IconReceipt,
  DASHBOARD: IconChartBar,
  AUDIT: IconListCheck,
  REPORTS: IconFileText,
  SYSTEM: IconSettings,
};

function iconOf(id: string): ReactNode {
  const Icon = ICONS[id];
  return Icon ? <Icon size={16} aria-hidden /> : null;
}

function ShellLink({ href, ...props }: ShellLinkProps) {
  const approach = () => prefetch(href);
  return <Link to={href} onMouseEnter={approach} onFocus={approach} {...props} />;
}

type WaitingLines = ReturnType<typeof waitingByScreen>;

/** A count opens the list of what it counts, so a screen on which several kinds wait has a line for each. */
function entryOf({ label, path }: MenuScreen, waiting: WaitingLines): MenuEntry {
  const lines = waiting.get(path) ?? [];
  const [only] = lines;
  if (only === undefined) return { id: path, label, href: path };
  if (lines.length === 1) return { id: path, label, href: only.path, waiting: only.count };
  const kinds = lines.map(({ kind, count, path: href }) => ({
    id: kind,
    label: homeText.waiting.inMenu[kind],
    href,
    waiting: count,
  }));
  return { id: path, label, href: path, kinds };
}

function itemOf(item: MenuPart | MenuScreen, waiting: WaitingLines): MenuItem {
  if (!isPart(item)) return { ...entryOf(item, waiting), icon: iconOf(item.right) };
  const icon = iconOf(item.id);
  return {
    id: item.id,
    label: item.label,
    icon,
    entries: item.entries.map((entry) => entryOf(entry, waiting)),
  };
}

function useBranchText(): string {
  const { data: branches } = useAllowedBranches();
  if (branches === undefined) return '';
  if (branches.first === null) return appText.noBranch;
  return branches.count === 1 ? branches.first.name : appText.branches(branches.count);
}

/**
 * The frame for staff: the menu by their rights, the top bar with branch and user, the palette and the list of keys.
 */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const install = useInstallEntry();
  const branch = useBranchText();
  const { data: held = {} } = useRights();
  const { data: name = session.name } = useUserName();
  // Fetched with the first opening, and kept from then on so that it can fade.
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const [sheet, setSheet] = useState(false);
  const openPalette = () => {
    holdKeys();
    setPalette('open');
  };
  useKeys([
    { keys: 'ctrl+k', does: uiText.keys.palette, run: openPalette },
    { keys: 'alt+g', does: uiText.keys.palette, run: openPalette },
    { keys: '?', does: uiText.keys.sheet, run: () => setSheet(true) },
  ]);
  const permitted = permittedMenu(held);
  const counts = use(WaitingNow);
  const waiting = waitingByScreen(counts);
  const home = {
    id: '/home',
    label: appText.home,
    icon: <IconInbox size={16} aria-hidden />,
    href: '/home',
    waiting: totalWaiting(counts),
  };
  const logOut = {
    id: 'LOGOUT',
    label: appText.menu.LOGOUT,
    icon: <IconLogout size={16} aria-hidden />,
    onPress: signOut,
  };
  return (
    <Shell
      product={
        <Link to="/home" className={styles.product} title={appText.home}>
          {appText.product}
        </Link>
      }
      branch={branch}
      financialYear={formatFinancialYear(session.finyear)}
      user={name}
      accountItems={[
        { id: 'password', label: appText.changePassword, onPress: () => void navigate('/changepassword') },
        ...install,
        { id: 'security', label: appText.signInSecurity, onPress: () => void navigate('/signin-security') },
        { id: 'help', label: uiText.shell.help, onPress: () => openHelp() },
        { id: 'keys', label: uiText.shell.keys, onPress: () => setSheet(true) },
        { id: 'out', label: appText.menu.LOGOUT, onPress: signOut },
      ]}
      onPalette={openPalette}
      onKeySheet={() => setSheet(true)}
      menu={[home, ...permitted.map((item) => itemOf(item, waiting)), ...(held.LOGOUT === 1 ? [logOut] : [])]}
      path={pathname}
      Link={ShellLink}
      footer={appText.copyright}
    >
      <Suspense fallback={null}>
        <Connection user={session.srno} />
      </Suspense>
      <Approach value={prefetch}>{children}</Approach>
      {palette === 'never' ? null : (
        <Suspense fallback={null}>
          <AppPalette
            opened={palette === 'open'}
            onClose={() => setPalette('closed')}
            permitted={permitted}
            held={held}
          />
        </Suspense>
      )}
      {sheet ? (
        <Suspense fallback={null}>
          <KeySheet opened onClose={() => setSheet(false)} />
        </Suspense>
      ) : null}
    </Shell>
  );
}
