import { IconComponents, IconTable } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { financialYearOf, formatFinancialYear } from '#domain/dates.ts';
import { uiText } from '#web/texts/ui.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { useKeys } from '../ui/keys.ts';
import { KeySheet } from '../ui/KeySheet.tsx';
import { Shell } from '../ui/shell/Shell.tsx';
import type { ShellLinkProps } from '../ui/shell/menu.ts';
import { today } from '../ui/today.ts';
import { kitPages } from './pages.ts';

const Palette = lazyPart(() => import('../ui/Palette.tsx'), 'Palette');

function KitLink({ href, ...props }: ShellLinkProps) {
  return <Link to={href} {...props} />;
}

const groups = [
  { id: 'parts', label: 'Parts', icon: <IconComponents size={16} aria-hidden />, entries: entries(0, 3) },
  {
    id: 'lists',
    label: 'Lists and paper',
    icon: <IconTable size={16} aria-hidden />,
    entries: entries(3, 7),
  },
];

function entries(from: number, to: number) {
  return kitPages.slice(from, to).map(({ path, label }) => ({
    id: path,
    label,
    href: path,
    ...(path === '/list' ? { waiting: 12 } : {}),
  }));
}

/** The shell around the kit's pages, with the palette and the list of keys. */
export function KitFrame() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  useKeys([
    { keys: 'ctrl+k', does: uiText.keys.palette, run: () => setPalette(true) },
    { keys: 'alt+g', does: uiText.keys.palette, run: () => setPalette(true) },
    { keys: '?', does: uiText.keys.sheet, run: () => setSheet(true) },
  ]);
  return (
    <Shell
      product="Bureau kit"
      branch="Mumbai, Fort"
      financialYear={formatFinancialYear(financialYearOf(today()))}
      user="Asha Kulkarni"
      accountItems={[{ id: 'keys', label: uiText.shell.keys, onPress: () => setSheet(true) }]}
      onPalette={() => setPalette(true)}
      onKeySheet={() => setSheet(true)}
      menu={groups}
      path={pathname}
      Link={KitLink}
      footer="The footer's line is given by the application."
    >
      <Outlet />
      <Suspense>
        <Palette
          opened={palette}
          onClose={() => setPalette(false)}
          entries={groups.flatMap((group) =>
            group.entries.map((entry) => ({ id: entry.href, label: entry.label, group: group.label })),
          )}
          entriesFor={(query) =>
            /^\d+$/.test(query)
              ? [{ id: `/list?q=${query}`, label: `Request ${query}`, group: 'Requests' }]
              : []
          }
          onChoose={(entry) => navigate(entry.id)}
        />
      </Suspense>
      <KeySheet opened={sheet} onClose={() => setSheet(false)} />
    </Shell>
  );
}
