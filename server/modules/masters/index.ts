import { documentConstraints } from '#domain/files.ts';
import { LICENCE_TEXTS } from '#domain/licences/licences.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { AREA_CONSTRAINTS } from './area.sql.ts';
import { CITY_CONSTRAINTS } from './city.sql.ts';
import { companyHandlers } from './company.handlers.ts';
import { CURRENCY_CONSTRAINTS } from './currency.sql.ts';
import { entityDocumentHandlers } from './document.handlers.ts';
import { EMPLOYEE_CONSTRAINTS } from './employee.sql.ts';
import { entityHandlers } from './entity.handlers.ts';
import { entityImports } from './entity.import.ts';
import { ENTITY_CONSTRAINTS } from './entity.sql.ts';
import { RECORD_CONSTRAINTS, recordsHandlers } from './records.handlers.ts';
import { STATE_CONSTRAINTS } from './state.sql.ts';

/** The masters module: master data that other modules look up. */
export const masterDataHandlers = (store: ObjectStore): readonly Bound[] => [
  ...recordsHandlers,
  ...companyHandlers(store),
  ...entityHandlers,
  ...entityImports,
  ...entityDocumentHandlers(store),
];

export * as licenceDocuments from './licence-documents.sql.ts';
export { mastersSweeps } from './masters.sweeps.sql.ts';
export { openLetterheads, type Letterheads } from './letterhead.ts';
export { findInReach } from './reach.sql.ts';

/** The messages that users see for constraint violations. */
export const MASTERS_CONSTRAINTS = {
  ...RECORD_CONSTRAINTS,
  ...AREA_CONSTRAINTS,
  ...CITY_CONSTRAINTS,
  ...CURRENCY_CONSTRAINTS,
  ...EMPLOYEE_CONSTRAINTS,
  ...ENTITY_CONSTRAINTS,
  ...documentConstraints('entity'),
  entity_documents_from_page: LICENCE_TEXTS.tooManyFromPage,
  entity_required_kind: 'Please pick the kind of document from the list.',
  ...STATE_CONSTRAINTS,
} as const;
