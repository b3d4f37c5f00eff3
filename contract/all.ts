import * as groups from './access/groups.ts';
import * as jobs from './access/jobs.ts';
import * as session from './access/session.ts';
import * as trail from './access/trail.ts';
import * as users from './access/users.ts';
import * as budget from './budget/budget.ts';
import * as budgetDashboard from './budget/dashboard.ts';
import { callName, type Declared } from './define.ts';
import * as licences from './home/licences.ts';
import * as watch from './home/watch.ts';
import * as area from './masters/area.ts';
import * as bank from './masters/bank.ts';
import * as city from './masters/city.ts';
import * as company from './masters/company.ts';
import * as country from './masters/country.ts';
import * as currency from './masters/currency.ts';
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
import * as requestForm from './requests/form.ts';
import * as schemes from './requests/schemes.ts';
import * as tasks from './tasks/tasks.ts';

/** The calls a file exports, one by one or as the set of a master. */
function declaredIn(value: unknown): Declared[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && 'endpoint' in value) return [value as Declared];
  return Object.values(value).flatMap((inner) =>
    typeof inner === 'object' && inner !== null && 'kind' in inner && 'endpoint' in inner
      ? [inner as Declared]
      : [],
  );
}

/** The files of each room. */
const ROOMS: Readonly<Record<string, readonly object[]>> = {
  access: [session, groups, users, trail, jobs],
  masters: [area, bank, city, company, country, currency, employee, entity, gatewayBank, purpose, state],
  rates: [ibr, cards],
  requests: [requestForm, requestDesk, requestDocuments, schemes],
  notes: [notes, delivery, stock, noteReports],
  payments: [payments, returns],
  home: [watch, licences],
  budget: [budget, budgetDashboard],
  tasks: [tasks],
};

/** Every declared call, room by room, by name. */
export const CONTRACT: readonly { readonly room: string; readonly declared: Declared }[] = Object.entries(
  ROOMS,
).flatMap(([room, files]) =>
  files
    .flatMap((file) => Object.values(file).flatMap(declaredIn))
    .sort((a, b) => (callName(a) < callName(b) ? -1 : 1))
    .map((declared) => ({ room, declared })),
);
