import type { RightKey } from '#domain/rights.ts';
import { appText } from '#web/texts/app.ts';
import type { HeldRights } from '#web/wire/rights.ts';

export interface MenuScreen {
  readonly right: RightKey;
  readonly label: string;
  readonly path: string;
}

export interface MenuPart {
  /** Two parts can need the same right. */
  readonly id: string;
  readonly right: RightKey;
  readonly label: string;
  readonly entries: readonly MenuScreen[];
}

const { menu } = appText;

const screen = (right: Exclude<RightKey & keyof typeof menu, 'AUTORATES'>, path: string): MenuScreen => ({
  right,
  label: menu[right],
  path,
});

/**
 * The menu in its specified order, with the product's additions after the masters: parts with their screens, and the
 * rate card outside the parts. The screens about the product itself are a part of their own, with the right of the
 * masters. Log Out is the last item.
 */
export const MENU: readonly (MenuPart | MenuScreen)[] = [
  {
    id: 'MASTER',
    right: 'MASTER',
    label: menu.MASTER,
    entries: [
      screen('AREA', '/area-list'),
      screen('COUNTRY', '/country-list'),
      screen('STATE', '/state-list'),
      screen('CITY', '/city-list'),
      screen('CURRENCY', '/currency'),
      screen('RIGHT', '/right'),
      screen('USER', '/user-list'),
      screen('ENTITY', '/entity'),
      screen('FRANCHISEDOC', '/franchise-licensedoc'),
      screen('IBR', '/ibr'),
      screen('BUDGET', '/budget'),
      screen('PURPOSE', '/purpose'),
      screen('BANK', '/bank'),
      screen('GATEWAYBANK', '/gateway-bank'),
      screen('EMPLOYEE', '/employee'),
    ],
  },
  {
    id: 'TRANSACTION',
    right: 'TRANSACTION',
    label: menu.TRANSACTION,
    entries: [
      screen('NEWTRANREQUEST', '/newfxrequest'),
      screen('TRANREQUESTDETAIL', '/requestdetail'),
      screen('CNOUT', '/cnout'),
      screen('CNACCEPT', '/cnaccept'),
      screen('CNRACCEPT', '/cnraccept'),
      screen('SETTLEMENT', '/special-approvals'),
      screen('PAYMENTGATEWAY', '/money-to-return'),
      screen('VAULTSTOCK', '/vaultstock'),
    ],
  },
  screen('RATEFAN', '/rate-card'),
  {
    id: 'DASHBOARD',
    right: 'DASHBOARD',
    label: menu.DASHBOARD,
    entries: [screen('DASHMISBUDGET', '/misbudget'), screen('TASKSHEET', '/tasksheet')],
  },
  {
    id: 'AUDIT',
    right: 'AUDIT',
    label: menu.AUDIT,
    entries: [
      screen('ASSESSMENT', '/assessment'),
      screen('DISCREPANCY', '/discrepancy'),
      screen('FLASH', '/flash'),
      screen('FLASHDISCREPANCY', '/flash-discrepancy'),
    ],
  },
  {
    id: 'REPORTS',
    right: 'REPORTS',
    label: menu.REPORTS,
    entries: [
      screen('INHANDREPORT', '/inhandreport'),
      screen('INOUTREPORT', '/inoutreport'),
      { right: 'AUTORATES', label: menu.AUTORATES_A, path: '/autorates/A' },
      { right: 'AUTORATES', label: menu.AUTORATES_B, path: '/autorates/B' },
      { right: 'AUTORATES', label: menu.AUTORATES_S, path: '/autorates/S' },
      screen('UPLOADDATA', '/uploaddata'),
      screen('GUIDELINE', '/guidelines'),
    ],
  },
  {
    id: 'SYSTEM',
    right: 'MASTER',
    label: menu.SYSTEM,
    entries: [
      screen('COMPANY', '/company'),
      screen('TAXSCHEME', '/tax-scheme'),
      screen('TRAIL', '/trail'),
      screen('JOBS', '/jobs'),
      screen('RETENTION', '/retention'),
    ],
  },
];

export const isPart = (item: MenuPart | MenuScreen): item is MenuPart => 'entries' in item;

/** The menu that a user sees: an entry requires its own key, a part requires its key and at least one visible entry. */
export function permittedMenu(held: HeldRights): readonly (MenuPart | MenuScreen)[] {
  return MENU.filter((item) => held[item.right] === 1)
    .map((item) =>
      isPart(item) ? { ...item, entries: item.entries.filter(({ right }) => held[right] === 1) } : item,
    )
    .filter((item) => !isPart(item) || item.entries.length > 0);
}
