import { bank } from '#contract/masters/bank.ts';
import { employee } from '#contract/masters/employee.ts';
import { gatewayBank, gatewayBankList } from '#contract/masters/gatewaybank.ts';
import { purpose, purposesForAudit } from '#contract/masters/purpose.ts';
import { BANK_RULES, GATEWAY_BANK_RULES } from '#domain/masters/bank.ts';
import { EMPLOYEE_RULES } from '#domain/masters/employee.ts';
import { PURPOSE_RULES } from '#domain/masters/purpose.ts';
import { handle, Reply } from '#server/platform/dispatch/handler.ts';
import { notAllowed } from '#server/platform/dispatch/problems.ts';
import { BANK_SHEET, bankDraft, GATEWAY_BANK_SHEET, gatewayBankDraft } from './bank.present.ts';
import { bankStatements, gatewayBankStatements } from './bank.sql.ts';
import { EMPLOYEE_SHEET, employeeDraft } from './employee.present.ts';
import { employeeStatements } from './employee.sql.ts';
import { recordHandlers, optionsPageOf } from '#server/platform/dispatch/record-handlers.ts';
import { PURPOSE_SHEET, purposeDraft } from './purpose.present.ts';
import { purposeStatements } from './purpose.sql.ts';
import { entitiesInReach } from './reach.sql.ts';

/** Purpose, bank, gateway bank and employee. */
export const lookupHandlers = [
  ...recordHandlers({
    calls: purpose,
    statements: purposeStatements,
    draft: purposeDraft,
    rules: PURPOSE_RULES,
    sheet: { fileName: 'purposes.xlsx', sheet: 'Purposes', columns: PURPOSE_SHEET },
  }),
  handle(purposesForAudit, async ({ db, caller }, { page }) => {
    const { body, next } = await optionsPageOf(purposeStatements, db.read, caller, page);
    return Reply.json(body, { next });
  }),
  ...recordHandlers({
    calls: bank,
    statements: bankStatements,
    draft: bankDraft,
    rules: BANK_RULES,
    sheet: { fileName: 'banks.xlsx', sheet: 'Banks', columns: BANK_SHEET },
  }),
  ...recordHandlers({
    calls: gatewayBank,
    statements: gatewayBankStatements,
    draft: gatewayBankDraft,
    rules: GATEWAY_BANK_RULES,
    sheet: { fileName: 'gateway-banks.xlsx', sheet: 'Gateway banks', columns: GATEWAY_BANK_SHEET },
  }),
  handle(gatewayBankList, async ({ db, caller }, { page }) => {
    const { body, next } = await optionsPageOf(gatewayBankStatements, db.read, caller, page);
    return Reply.json(body, { next });
  }),
  ...recordHandlers({
    calls: employee,
    statements: employeeStatements,
    draft: employeeDraft,
    rules: EMPLOYEE_RULES,
    resolve: async (tx, draft) => {
      const [branch] = await entitiesInReach(tx, [draft.branch ?? ''], null);
      if (branch === undefined) throw notAllowed();
      return { ...draft, branch: String(branch) };
    },
    sheet: { fileName: 'employees.xlsx', sheet: 'Employees', columns: EMPLOYEE_SHEET },
  }),
];
