import { documentConstraints, REPLY_CONSTRAINTS } from '#domain/files.ts';
import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { auditHandlers as recordHandlers } from './audit.handlers.ts';
import { customerPaperHandlers } from './customer-papers.handlers.ts';
import { discrepancyHandlers } from './discrepancies.handlers.ts';
import { figureHandlers } from './figures.handlers.ts';
import type { AuditFiles } from './files.ts';
import { registerHandlers } from './registers.handlers.ts';
import { reportHandlers } from './report.handlers.ts';
import { transactionHandlers } from './transactions.handlers.ts';

/** The audit module: the monthly audit of a branch, and the discrepancies that the branch answers. */
export const auditHandlers = (config: Config, files: AuditFiles): readonly Bound[] => [
  ...recordHandlers(config, files),
  ...figureHandlers,
  ...reportHandlers(files),
  ...registerHandlers(files),
  ...transactionHandlers,
  ...customerPaperHandlers(files),
  ...discrepancyHandlers,
];

export { auditJobs } from './audit.jobs.ts';
export { copiedRows } from './create.sql.ts';
export { auditWaiting } from './waiting.ts';

/** The messages that users see when a constraint of the audit refuses a change. */
export const AUDIT_CONSTRAINTS = {
  ...documentConstraints('audit'),
  ...REPLY_CONSTRAINTS,
  audit_closed: AUDIT_REFUSALS.closed,
  audit_date: AUDIT_REFUSALS.dateTooEarly,
  answer_of_heading: AUDIT_REFUSALS.isHeading,
  audit_discrepancies: AUDIT_REFUSALS.tooManyDiscrepancies,
  discrepancy_once: AUDIT_REFUSALS.discrepancyThere,
} as const;

/** What the demo uses to make audits as the product does. */
export { insertAudit } from './create.sql.ts';
export { fillBusiness, fillCounts } from './figures.sql.ts';
export { reportFacts } from './report.sql.ts';
export { storeLastMonth } from './save.sql.ts';
