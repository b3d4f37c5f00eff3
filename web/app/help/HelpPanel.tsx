import { Button, CloseButton } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { helpText as text } from '#web/texts/help.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { uiText } from '#web/texts/ui.ts';
import { useMatches } from '#web/ui/useMatches.ts';
import { useRights } from '#web/wire/rights.ts';
import { firstPath, useSession } from '#web/wire/session.ts';
import { isPart, permittedMenu } from '../menu.ts';
import type { HelpRequest } from '../openHelp.ts';
import { showTour } from '../tour/stored.ts';
import styles from './Help.module.css';
import { CONTENTS, helpOf } from './helpOf.ts';
import { HelpText } from './HelpText.tsx';
import { HELP_PAGES } from './pages.ts';

/** From this width on the help stands beside the screen instead of over it. */
const HAS_SPACE = '(min-width: 85em)';

interface HelpPanelProps {
  pathname: string;
  /** The page that was asked for; undefined for the page of the screen. */
  page: string | undefined;
  heading: string | undefined;
  isOverDialog: boolean;
  onOpen: (request: HelpRequest) => void;
  onClose: () => void;
}

/** One help page: beside the screen if there is space for both, otherwise over it. */
export function HelpPanel({ pathname, page, heading, isOverDialog, onOpen, onClose }: HelpPanelProps) {
  const hasSpace = useMatches(HAS_SPACE);
  const shown = page ?? helpOf(pathname);
  const content = (
    <HelpContent
      key={`${shown}#${heading}`}
      id={shown}
      pathname={pathname}
      heading={heading}
      onOpen={onOpen}
      onClose={onClose}
    />
  );
  if (hasSpace && !isOverDialog) return <Beside onClose={onClose}>{content}</Beside>;
  return (
    <Dialog opened onClose={onClose} label={text.title} place="end">
      {content}
    </Dialog>
  );
}

/** Narrows the screen and stands to its right. Unlike a dialog it leaves the screen in use. */
function Beside({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useKeys([{ keys: 'escape', does: uiText.common.close, run: onClose }]);
  useLayoutEffect(() => {
    document.documentElement.dataset['help'] = 'beside';
    return () => void delete document.documentElement.dataset['help'];
  }, []);
  useEffect(() => {
    const opener = document.activeElement;
    const own = panel.current;
    own?.focus();
    return () => {
      // Whoever has gone back to the form already stays there.
      const isElsewhere = document.activeElement !== document.body && document.activeElement !== null;
      // Help from the palette is opened while that closes, and a key must not go into its box.
      const isOfDialog = opener?.closest('dialog') !== null;
      if (!isElsewhere && !isOfDialog && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={text.title}
      className={`${styles.beside} no-print`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise a form that was opened later would take the key and close itself.
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </aside>
  );
}

interface HelpContentProps {
  id: string;
  pathname: string;
  heading: string | undefined;
  onOpen: (request: HelpRequest) => void;
  onClose: () => void;
}

function HelpContent({ id, pathname, heading, onOpen, onClose }: HelpContentProps) {
  const article = useRef<HTMLElement>(null);
  const session = useSession();
  const hasMenu = session !== null && firstPath(session) === '/home';
  useEffect(() => {
    const headings = [...(article.current?.querySelectorAll<HTMLElement>('h3') ?? [])];
    headings.find((each) => each.textContent === heading)?.scrollIntoView();
  }, [heading]);
  const page = HELP_PAGES.get(id) ?? HELP_PAGES.get(CONTENTS);
  if (page === undefined) return null;
  return (
    <article ref={article} className={styles.page}>
      <header className={styles.head}>
        <h2 className={styles.title}>{page.title}</h2>
        {id === CONTENTS ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => onOpen({ page: CONTENTS })}>
            {text.contents}
          </Button>
        )}
        <CloseButton aria-label={text.close} title={text.close} onClick={onClose} />
      </header>
      <div className={styles.body}>
        {hasMenu ? <OpenScreens id={id} pathname={pathname} /> : null}
        <HelpText page={page} onOpen={(next) => onOpen({ page: next })} />
        {id === CONTENTS && hasMenu ? <ShowTour user={session.srno} /> : null}
      </div>
    </article>
  );
}

/** Links to the screens of a page, for a reader who is elsewhere and may open them. */
function OpenScreens({ id, pathname }: { id: string; pathname: string }) {
  const { data: held } = useRights();
  if (held === undefined) return null;
  const screens = permittedMenu(held)
    .flatMap((item) => (isPart(item) ? item.entries : [item]))
    .filter(({ path }) => helpOf(path) === id && path !== pathname);
  if (screens.length === 0) return null;
  return (
    <p className={styles.screens}>
      {screens.map(({ path, label }) => (
        <Link key={path} to={path}>
          {text.openScreen(label)}
        </Link>
      ))}
    </p>
  );
}

/** Brings back the first steps that the user has hidden, and opens the screen that shows them. */
function ShowTour({ user }: { user: number }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      onClick={() => {
        showTour(user);
        void navigate('/home');
      }}
    >
      {text.tour}
    </Button>
  );
}
