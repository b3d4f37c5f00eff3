import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconMenu2, IconMoon, IconSearch, IconSun, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Keys } from '../KeyCaps.tsx';
import { topBar } from '../stickyBars.ts';
import styles from './Shell.module.css';

export interface TopBarProps {
  product: ReactNode;
  branch: string;
  /** As shown: "FY 2026-27". */
  financialYear: string;
  user: string;
  accountItems: readonly { id: string; label: string; onPress: () => void }[];
  onPalette: () => void;
  onKeySheet: () => void;
}

interface MenuButtonProps {
  menuShown: boolean;
  onMenu: () => void;
  onDrawer: () => void;
}

/** Shows the branch, the year and the user, and the buttons for menu, palette and account. */
export function TopBar(props: TopBarProps & MenuButtonProps) {
  const menuLabel = props.menuShown ? uiText.shell.hideMenu : uiText.shell.showMenu;
  return (
    <header ref={topBar} className={`${styles.bar} no-print`}>
      <BarButton className={styles.onDesk} label={menuLabel} onPress={props.onMenu}>
        <IconMenu2 size={18} aria-hidden />
      </BarButton>
      <BarButton className={styles.onPhone} label={uiText.shell.openMenu} onPress={props.onDrawer}>
        <IconMenu2 size={18} aria-hidden />
      </BarButton>
      <div className={styles.product}>{props.product}</div>
      <div className={styles.where}>
        <span className={styles.branch}>{props.branch}</span>
        <span className={styles.year}>{props.financialYear}</span>
      </div>
      <span className={styles.spacer} />
      <button type="button" className={styles.search} onClick={props.onPalette}>
        <IconSearch size={14} aria-hidden />
        <span className={styles.searchText}>{uiText.shell.search}</span>
        <Keys keys="ctrl+k" />
      </button>
      <BarButton className={styles.onPhone} label={uiText.palette.title} onPress={props.onPalette}>
        <IconSearch size={18} aria-hidden />
      </BarButton>
      <BarButton className={styles.onDesk} label={uiText.shell.keys} onPress={props.onKeySheet}>
        <IconKeyboard size={18} aria-hidden />
      </BarButton>
      <SchemeButton />
      <AccountMenu user={props.user} items={props.accountItems} />
    </header>
  );
}

interface BarButtonProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
  className?: string | undefined;
}

function BarButton({ label, onPress, children, className = '' }: BarButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={className}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        onClick={onPress}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function SchemeButton() {
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = scheme === 'light' ? 'dark' : 'light';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <BarButton label={`${uiText.shell.scheme}: ${uiText.shell[other]}`} onPress={() => setColorScheme(other)}>
      <Icon size={18} aria-hidden />
    </BarButton>
  );
}

function AccountMenu({ user, items }: { user: string; items: TopBarProps['accountItems'] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles.account} aria-label={uiText.shell.account(user)}>
          <IconUser size={16} aria-hidden />
          <span className={styles.accountName}>{user}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user}</Menu.Label>
        {items.map((item) => (
          <Menu.Item key={item.id} onClick={item.onPress}>
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
