import type { ComponentType } from 'react';
import { appText } from '#web/texts/app.ts';
import type { Path } from './paths.ts';

export interface Screen {
  readonly title: string;
  /** Fetches the room that holds the screen; once fetched it is there. */
  readonly load: () => Promise<ComponentType>;
}

const lcd: Screen = {
  title: appText.screen.lcd,
  load: () => import('#web/rooms/rates/lcd/LcdScreen.tsx').then((room) => room.LcdScreen),
};

/** The screens that are built, each in a room that is loaded when it is first opened. */
export const BUILT: Readonly<Partial<Record<Path, Screen>>> = {
  '/home': {
    title: appText.home,
    load: () => import('./HomePage.tsx').then((module) => module.HomePage),
  },
  '/right': {
    title: appText.menu.RIGHT,
    load: () => import('#web/rooms/masters/people/rightGroup.tsx').then((room) => room.RightGroupScreen),
  },
  '/user-list': {
    title: appText.menu.USER,
    load: () => import('#web/rooms/masters/people/user.tsx').then((room) => room.UserScreen),
  },
  '/changepassword': {
    title: appText.changePassword,
    load: () => import('#web/rooms/access/ChangePassword.tsx').then((room) => room.ChangePassword),
  },
  '/country-list': {
    title: appText.menu.COUNTRY,
    load: () => import('#web/rooms/masters/country.tsx').then((room) => room.CountryScreen),
  },
  '/trail': {
    title: appText.menu.TRAIL,
    load: () => import('#web/rooms/access/trail/Trail.tsx').then((room) => room.TrailScreen),
  },
  '/jobs': {
    title: appText.menu.JOBS,
    load: () => import('#web/rooms/access/jobs/Jobs.tsx').then((room) => room.JobsScreen),
  },
  '/requestdetail': {
    title: appText.menu.TRANREQUESTDETAIL,
    load: () => import('#web/rooms/requests/desk/RequestDesk.tsx').then((room) => room.RequestDesk),
  },
  '/special-approvals': {
    title: appText.menu.SETTLEMENT,
    load: () =>
      import('#web/rooms/requests/desk/settlement/SpecialApprovals.tsx').then(
        (room) => room.SpecialApprovals,
      ),
  },
  '/money-to-return': {
    title: appText.menu.PAYMENTGATEWAY,
    load: () => import('#web/rooms/payments/MoneyToReturn.tsx').then((room) => room.MoneyToReturn),
  },
  '/cnout': {
    title: appText.menu.CNOUT,
    load: () => import('#web/rooms/notes/out/CnOut.tsx').then((room) => room.CnOut),
  },
  '/cnaccept': {
    title: appText.menu.CNACCEPT,
    load: () => import('#web/rooms/notes/accept/CnAccept.tsx').then((room) => room.CnAccept),
  },
  '/cnraccept': {
    title: appText.menu.CNRACCEPT,
    load: () => import('#web/rooms/notes/accept/CnAccept.tsx').then((room) => room.CnReturn),
  },
  '/vaultstock': {
    title: appText.menu.VAULTSTOCK,
    load: () => import('#web/rooms/notes/stock/VaultStock.tsx').then((room) => room.VaultStock),
  },
  '/tax-scheme': {
    title: appText.menu.TAXSCHEME,
    load: () => import('#web/rooms/requests/desk/taxscheme/TaxScheme.tsx').then((room) => room.TaxScheme),
  },
  '/area-list': {
    title: appText.menu.AREA,
    load: () => import('#web/rooms/masters/area.tsx').then((room) => room.AreaScreen),
  },
  '/state-list': {
    title: appText.menu.STATE,
    load: () => import('#web/rooms/masters/state.tsx').then((room) => room.StateScreen),
  },
  '/city-list': {
    title: appText.menu.CITY,
    load: () => import('#web/rooms/masters/city.tsx').then((room) => room.CityScreen),
  },
  '/currency': {
    title: appText.menu.CURRENCY,
    load: () => import('#web/rooms/masters/currency.tsx').then((room) => room.CurrencyScreen),
  },
  '/purpose': {
    title: appText.menu.PURPOSE,
    load: () => import('#web/rooms/masters/purpose.tsx').then((room) => room.PurposeScreen),
  },
  '/bank': {
    title: appText.menu.BANK,
    load: () => import('#web/rooms/masters/bank.tsx').then((room) => room.BankScreen),
  },
  '/gateway-bank': {
    title: appText.menu.GATEWAYBANK,
    load: () => import('#web/rooms/masters/gatewaybank.tsx').then((room) => room.GatewayBankScreen),
  },
  '/employee': {
    title: appText.menu.EMPLOYEE,
    load: () => import('#web/rooms/masters/employee.tsx').then((room) => room.EmployeeScreen),
  },
  '/company': {
    title: appText.menu.COMPANY,
    load: () => import('#web/rooms/masters/CompanyScreen.tsx').then((room) => room.CompanyScreen),
  },
  '/ibr': {
    title: appText.menu.IBR,
    load: () => import('#web/rooms/rates/ibr/IbrScreen.tsx').then((room) => room.IbrScreen),
  },
  '/budget': {
    title: appText.menu.BUDGET,
    load: () => import('#web/rooms/masters/budget/BudgetScreen.tsx').then((room) => room.BudgetScreen),
  },
  '/misbudget': {
    title: appText.menu.DASHMISBUDGET,
    load: () => import('#web/rooms/budget/Dashboard.tsx').then((room) => room.Dashboard),
  },
  '/tasksheet': {
    title: appText.menu.TASKSHEET,
    load: () => import('#web/rooms/tasks/TaskSheet.tsx').then((room) => room.TaskSheet),
  },
  '/newfxrequest': {
    title: appText.menu.NEWTRANREQUEST,
    load: () =>
      import('#web/rooms/requests/form/RequestFormScreen.tsx').then((room) => room.RequestFormScreen),
  },
  '/entity': {
    title: appText.menu.ENTITY,
    load: () => import('./EntityPage.tsx').then((module) => module.EntityPage),
  },
  '/contract': {
    title: appText.screen.contract,
    load: () => import('#web/rooms/masters/entity/Contract.tsx').then((room) => room.Contract),
  },
  '/inhandreport': {
    title: appText.menu.INHANDREPORT,
    load: () => import('#web/rooms/notes/reports/Reports.tsx').then((room) => room.InHandReport),
  },
  '/inoutreport': {
    title: appText.menu.INOUTREPORT,
    load: () => import('#web/rooms/notes/reports/Reports.tsx').then((room) => room.InOutReport),
  },
  '/rate-card': {
    title: appText.menu.RATEFAN,
    load: () => import('#web/rooms/rates/cards/RateCardScreen.tsx').then((room) => room.RateCardScreen),
  },
  '/ratebatch/:upkey/:uptyp/:upid': {
    title: appText.screen.publicCard,
    load: () => import('#web/rooms/rates/cards/PublicCard.tsx').then((room) => room.PublicCard),
  },
  '/autorates': lcd,
  '/autorates/:id': lcd,
  '/cf/:orderid/:ordertoken': {
    title: appText.screen.paymentResult,
    load: () => import('#web/rooms/payments/PaymentResult.tsx').then((room) => room.PaymentResult),
  },
};

/** Fetches a screen's room before it is asked for; a failure shows when it is. */
export function prefetch(path: string): void {
  BUILT[path as Path]?.load().catch(() => undefined);
}
