import { entityDocuments } from '#contract/masters/documents.ts';
import { documentHandlers } from '#server/platform/dispatch/document-handlers.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { entityDocumentStatements } from './document.sql.ts';
import { mustNotBeFranchise } from './entity.handlers.ts';

/** The KYC and licence documents of entities. */
export const entityDocumentHandlers = (store: ObjectStore) =>
  documentHandlers(store, {
    calls: entityDocuments,
    statements: entityDocumentStatements,
    check: mustNotBeFranchise,
    removalRefusal: ({ status }) => (status === 'A' ? 'An approved document cannot be removed.' : null),
  });
