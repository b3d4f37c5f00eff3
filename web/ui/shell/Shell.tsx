import { useRef, useState, type ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from '../Dialog.tsx';
import type { MenuItem, ShellLink } from './menu.ts';
import styles from './Shell.module.css';
import { ShellMenu } from './ShellMenu.tsx';
import { TopBar, type TopBarProps } from './TopBar.tsx';

interface ShellProps extends TopBarProps {
  menu: readonly MenuItem[];
  /** The current path, to mark its entry. */
  path: string;
  Link: ShellLink;
  footer: ReactNode;
  children: ReactNode;
}

const MENU_STORE = 'bureau.menu';
const MAIN_ID = 'main';

/**
 * The frame of every screen: menu, top bar, content, footer. It contains no business rules: the caller passes
 * everything.
 */
export function Shell({ menu, path, Link, footer, children, ...bar }: ShellProps) {
  const [menuShown, setMenuShown] = useState(() => localStorage.getItem(MENU_STORE) !== 'hidden');
  const main = useRef<HTMLElement>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);

  function toggleMenu(): void {
    localStorage.setItem(MENU_STORE, menuShown ? 'hidden' : 'shown');
    setMenuShown(!menuShown);
  }

  return (
    <div className={styles.shell} data-menu={menuShown ? 'shown' : 'hidden'}>
      <a
        href={`#${MAIN_ID}`}
        className={`${styles.skip} no-print`}
        onClick={(event) => {
          // Moves the focus without navigation, so that the address keeps the screen's parameters.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {uiText.shell.skip}
      </a>
      <TopBar {...bar} menuShown={menuShown} onMenu={toggleMenu} onDrawer={() => setDrawerOpen(true)} />
      {menuShown ? (
        <div className={`${styles.side} no-print`}>
          <ShellMenu items={menu} path={path} Link={Link} />
        </div>
      ) : null}
      <Dialog
        opened={drawerOpen}
        onClose={() => setDrawerOpen(false)}
        place="side"
        title={<span className={styles.drawerTitle}>{bar.product}</span>}
        closeLabel={uiText.shell.closeMenu}
      >
        <ShellMenu items={menu} path={path} Link={Link} onGo={() => setDrawerOpen(false)} />
      </Dialog>
      <div className={styles.page}>
        <main ref={main} id={MAIN_ID} tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <footer className={`${styles.footer} no-print`}>{footer}</footer>
      </div>
    </div>
  );
}
