import type { ComponentType } from 'react';
import { appText } from '#web/texts/app.ts';
import type { Path } from './paths.ts';

export interface Screen {
  readonly title: string;
  /** Loads the module of the screen; later calls return the loaded module. */
  readonly load: () => Promise<ComponentType>;
}

const lcd: Screen = {
  title: appText.screen.lcd,
  load: () => import('#web/modules/rates/lcd/LcdScreen.tsx').then((module) => module.LcdScreen),
};

const uploads: Screen = {
  title: appText.menu.UPLOADDATA,
  load: () => import('#web/modules/uploads/UploadsScreen.tsx').then((module) => module.UploadsScreen),
};

/** The screen of every path, each in a module that is loaded when the screen is first opened. */
export const SCREENS: Readonly<Record<Path, Screen>> = {
  '/home': {
    title: appText.home,
    load: () => import('./HomePage.tsx').then((module) => module.HomePage),
  },
  '/right': {
    title: appText.menu.RIGHT,
    load: () => import('#web/modules/access/people/rightGroup.tsx').then((module) => module.RightGroupScreen),
  },
  '/user-list': {
    title: appText.menu.USER,
    load: () => import('#web/modules/access/people/user.tsx').then((module) => module.UserScreen),
  },
  '/changepassword': {
    title: appText.changePassword,
    load: () => import('#web/modules/access/ChangePassword.tsx').then((module) => module.ChangePassword),
  },
  '/signin-security': {
    title: appText.signInSecurity,
    load: () =>
      import('#web/modules/access/factors/SecurityScreen.tsx').then((module) => module.SecurityScreen),
  },
  '/country-list': {
    title: appText.menu.COUNTRY,
    load: () => import('#web/modules/masters/country.tsx').then((module) => module.CountryScreen),
  },
  '/trail': {
    title: appText.menu.TRAIL,
    load: () => import('#web/modules/access/trail/Trail.tsx').then((module) => module.TrailScreen),
  },
  '/jobs': {
    title: appText.menu.JOBS,
    load: () => import('#web/modules/access/jobs/Jobs.tsx').then((module) => module.JobsScreen),
  },
  '/retention': {
    title: appText.menu.RETENTION,
    load: () =>
      import('#web/modules/access/retention/Retention.tsx').then((module) => module.RetentionScreen),
  },
  '/proposals': {
    title: appText.proposals,
    load: () =>
      import('#web/modules/access/proposals/ProposalsScreen.tsx').then((module) => module.ProposalsScreen),
  },
  '/requestdetail': {
    title: appText.menu.TRANREQUESTDETAIL,
    load: () => import('#web/modules/requests/desk/RequestDesk.tsx').then((module) => module.RequestDesk),
  },
  '/special-approvals': {
    title: appText.menu.SETTLEMENT,
    load: () =>
      import('#web/modules/requests/desk/special/SpecialApprovals.tsx').then(
        (module) => module.SpecialApprovals,
      ),
  },
  '/money-to-return': {
    title: appText.menu.PAYMENTGATEWAY,
    load: () => import('#web/modules/payments/MoneyToReturn.tsx').then((module) => module.MoneyToReturn),
  },
  '/cnout': {
    title: appText.menu.CNOUT,
    load: () => import('#web/modules/notes/out/CnOut.tsx').then((module) => module.CnOut),
  },
  '/cnaccept': {
    title: appText.menu.CNACCEPT,
    load: () => import('#web/modules/notes/accept/CnAccept.tsx').then((module) => module.CnAccept),
  },
  '/cnraccept': {
    title: appText.menu.CNRACCEPT,
    load: () => import('#web/modules/notes/accept/CnAccept.tsx').then((module) => module.CnReturn),
  },
  '/vaultstock': {
    title: appText.menu.VAULTSTOCK,
    load: () => import('#web/modules/notes/stock/VaultStock.tsx').then((module) => module.VaultStock),
  },
  '/tax-scheme': {
    title: appText.menu.TAXSCHEME,
    load: () =>
      import('#web/modules/requests/desk/taxscheme/TaxScheme.tsx').then((module) => module.TaxScheme),
  },
  '/area-list': {
    title: appText.menu.AREA,
    load: () => import('#web/modules/masters/area.tsx').then((module) => module.AreaScreen),
  },
  '/state-list': {
    title: appText.menu.STATE,
    load: () => import('#web/modules/masters/state.tsx').then((module) => module.StateScreen),
  },
  '/city-list': {
    title: appText.menu.CITY,
    load: () => import('#web/modules/masters/city.tsx').then((module) => module.CityScreen),
  },
  '/currency': {
    title: appText.menu.CURRENCY,
    load: () => import('#web/modules/masters/currency.tsx').then((module) => module.CurrencyScreen),
  },
  '/purpose': {
    title: appText.menu.PURPOSE,
    load: () => import('#web/modules/masters/purpose.tsx').then((module) => module.PurposeScreen),
  },
  '/bank': {
    title: appText.menu.BANK,
    load: () => import('#web/modules/masters/bank.tsx').then((module) => module.BankScreen),
  },
  '/gateway-bank': {
    title: appText.menu.GATEWAYBANK,
    load: () => import('#web/modules/masters/gatewaybank.tsx').then((module) => module.GatewayBankScreen),
  },
  '/employee': {
    title: appText.menu.EMPLOYEE,
    load: () => import('#web/modules/masters/employee.tsx').then((module) => module.EmployeeScreen),
  },
  '/company': {
    title: appText.menu.COMPANY,
    load: () => import('#web/modules/masters/CompanyScreen.tsx').then((module) => module.CompanyScreen),
  },
  '/ibr': {
    title: appText.menu.IBR,
    load: () => import('#web/modules/rates/ibr/IbrScreen.tsx').then((module) => module.IbrScreen),
  },
  '/budget': {
    title: appText.menu.BUDGET,
    load: () => import('#web/modules/budget/entry/BudgetScreen.tsx').then((module) => module.BudgetScreen),
  },
  '/misbudget': {
    title: appText.menu.DASHMISBUDGET,
    load: () => import('#web/modules/budget/Dashboard.tsx').then((module) => module.Dashboard),
  },
  '/tasksheet': {
    title: appText.menu.TASKSHEET,
    load: () => import('#web/modules/tasks/TaskSheet.tsx').then((module) => module.TaskSheet),
  },
  '/assessment': {
    title: appText.menu.ASSESSMENT,
    load: () => import('#web/modules/audit/AssessmentScreen.tsx').then((module) => module.AssessmentScreen),
  },
  '/newfxrequest': {
    title: appText.menu.NEWTRANREQUEST,
    load: () =>
      import('#web/modules/requests/form/RequestFormScreen.tsx').then((module) => module.RequestFormScreen),
  },
  '/entity': {
    title: appText.menu.ENTITY,
    load: () => import('./EntityPage.tsx').then((module) => module.EntityPage),
  },
  '/contract': {
    title: appText.screen.contract,
    load: () => import('#web/modules/masters/entity/Contract.tsx').then((module) => module.Contract),
  },
  '/inhandreport': {
    title: appText.menu.INHANDREPORT,
    load: () => import('#web/modules/notes/reports/Reports.tsx').then((module) => module.InHandReport),
  },
  '/inoutreport': {
    title: appText.menu.INOUTREPORT,
    load: () => import('#web/modules/notes/reports/Reports.tsx').then((module) => module.InOutReport),
  },
  '/rate-card': {
    title: appText.menu.RATEFAN,
    load: () => import('#web/modules/rates/cards/RateCardScreen.tsx').then((module) => module.RateCardScreen),
  },
  '/ratebatch/:upkey/:uptyp/:upid': {
    title: appText.screen.publicCard,
    load: () => import('#web/modules/rates/cards/PublicCard.tsx').then((module) => module.PublicCard),
  },
  '/discrepancy': {
    title: appText.menu.DISCREPANCY,
    load: () =>
      import('#web/modules/audit/discrepancies/DiscrepancyPage.tsx').then((module) => module.DiscrepancyPage),
  },
  '/uploadxlsx': uploads,
  '/uploaddata': uploads,
  '/guidelines': {
    title: appText.menu.GUIDELINE,
    load: () => import('#web/modules/library/LibraryScreen.tsx').then((module) => module.LibraryScreen),
  },
  '/franchise-licensedoc': {
    title: appText.menu.FRANCHISEDOC,
    load: () =>
      import('#web/modules/licences/approval/ApprovalScreen.tsx').then((module) => module.ApprovalScreen),
  },
  '/renewal-documents/:entityKey': {
    title: appText.screen.renewal,
    load: () => import('#web/modules/licences/renewal/RenewalPage.tsx').then((module) => module.RenewalPage),
  },
  '/flash': {
    title: appText.menu.FLASH,
    load: () => import('#web/modules/flash/FlashScreen.tsx').then((module) => module.FlashScreen),
  },
  '/flash-discrepancy': {
    title: appText.menu.FLASHDISCREPANCY,
    load: () =>
      import('#web/modules/flash/discrepancies/FlashDiscrepancyPage.tsx').then(
        (module) => module.FlashDiscrepancyPage,
      ),
  },
  '/autorates': lcd,
  '/autorates/:id': lcd,
  '/cf/:orderid/:ordertoken': {
    title: appText.screen.paymentResult,
    load: () => import('#web/modules/payments/PaymentResult.tsx').then((module) => module.PaymentResult),
  },
};

/** Loads a screen's module ahead. A failure is ignored here because it shows when the screen is opened. */
export function prefetch(path: string): void {
  const screen = SCREENS[path.split('?')[0] as Path] as Screen | undefined;
  screen?.load().catch(() => undefined);
}
