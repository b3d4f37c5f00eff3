import * as factors from './access/factors.ts';
import * as ownSessions from './access/own-sessions.ts';
import * as groups from './access/groups.ts';
import * as jobs from './access/jobs.ts';
import * as retention from './access/retention.ts';
import * as proposals from './access/proposals.ts';
import * as session from './access/session.ts';
import * as trail from './access/trail.ts';
import * as users from './access/users.ts';
import * as audit from './audit/audit.ts';
import * as customerPapers from './audit/customer-papers.ts';
import * as discrepancies from './audit/discrepancies.ts';
import * as auditFigures from './audit/figures.ts';
import * as auditRegisters from './audit/registers.ts';
import * as auditReport from './audit/report.ts';
import * as auditTransactions from './audit/transactions.ts';
import * as budget from './budget/budget.ts';
import * as budgetDashboard from './budget/dashboard.ts';
import { callName, type Declaration } from './define.ts';
import * as flash from './flash/flash.ts';
import * as flashCurrencies from './flash/currencies.ts';
import * as flashDiscrepancies from './flash/discrepancies.ts';
import * as flashTransactions from './flash/transactions.ts';
import * as watch from './home/watch.ts';
import * as library from './library/documents.ts';
import * as lapsing from './home/licences.ts';
import * as homeOpening from './home/opening.ts';
import * as homeQueue from './home/queue.ts';
import * as homeToday from './home/today.ts';
import * as approval from './licences/approval.ts';
import * as renewalLinks from './licences/links.ts';
import * as renewal from './licences/renewal.ts';
import * as area from './masters/area.ts';
import * as bank from './masters/bank.ts';
import * as city from './masters/city.ts';
import * as company from './masters/company.ts';
import * as country from './masters/country.ts';
import * as currency from './masters/currency.ts';
import * as entityDocuments from './masters/documents.ts';
import * as employee from './masters/employee.ts';
import * as entity from './masters/entity.ts';
import * as gatewayBank from './masters/gatewaybank.ts';
import * as purpose from './masters/purpose.ts';
import * as state from './masters/state.ts';

import * as delivery from './notes/delivery.ts';
import * as notes from './notes/notes.ts';
import * as noteReports from './notes/reports.ts';
import * as stock from './notes/stock.ts';
import * as payments from './payments/payments.ts';
import * as returns from './payments/returns.ts';
import * as cards from './rates/cards.ts';
import * as ibr from './rates/ibr.ts';
import * as requestDesk from './requests/desk.ts';
import * as requestDocuments from './requests/documents.ts';
import * as requestCustomers from './requests/customers.ts';
import * as requestNumbers from './requests/numbers.ts';
import * as requestForm from './requests/form.ts';
import * as schemes from './requests/schemes.ts';
import * as special from './requests/special.ts';
import * as tasks from './tasks/tasks.ts';
import * as uploads from './uploads/uploads.ts';

/** The declarations that a file exports, single or grouped in the object of a master. */
function declaredIn(value: unknown): Declaration[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && 'endpoint' in value) return [value as Declaration];
  return Object.values(value).flatMap((inner) =>
    typeof inner === 'object' && inner !== null && 'kind' in inner && 'endpoint' in inner
      ? [inner as Declaration]
      : [],
  );
}

/** The files of each module. */
const MODULES: Readonly<Record<string, readonly object[]>> = {
  access: [session, factors, ownSessions, groups, users, trail, jobs, retention, proposals],
  masters: [
    area,
    bank,
    city,
    company,
    country,
    currency,
    employee,
    entity,
    entityDocuments,
    gatewayBank,
    purpose,
    state,
  ],
  rates: [ibr, cards],
  requests: [requestForm, requestCustomers, requestDesk, requestNumbers, requestDocuments, schemes, special],
  notes: [notes, delivery, stock, noteReports],
  payments: [payments, returns],
  home: [watch, homeOpening, homeQueue, homeToday, lapsing],
  licences: [renewal, approval, renewalLinks],
  budget: [budget, budgetDashboard],
  tasks: [tasks],
  audit: [audit, auditRegisters, auditFigures, auditReport, auditTransactions, customerPapers, discrepancies],
  flash: [flash, flashCurrencies, flashTransactions, flashDiscrepancies],
  uploads: [uploads],
  library: [library],
};

/** All declared calls, by module and then by name. */
export const CONTRACT: readonly { readonly module: string; readonly declared: Declaration }[] =
  Object.entries(MODULES).flatMap(([module, files]) =>
    files
      .flatMap((file) => Object.values(file).flatMap(declaredIn))
      .sort((a, b) => (callName(a) < callName(b) ? -1 : 1))
      .map((declared) => ({ module, declared })),
  );
