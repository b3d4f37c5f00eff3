import { LIBRARY_REFUSALS } from '#domain/library/texts.ts';
import { libraryDays } from './document.sql.ts';

/** The library module: regulatory documents, for all branches or for one. */
export { documentLibraryHandlers as libraryHandlers } from './library.handlers.ts';
export { libraryJobs } from './library.jobs.ts';
export const librarySweeps = [libraryDays.sweep];
export { libraryTextJobs } from './text.jobs.ts';

/** The messages that users see when a constraint of the library refuses a change. */
export const LIBRARY_CONSTRAINTS = {
  library_files_kept: LIBRARY_REFUSALS.tooManyFiles,
  library_documents_a_day: LIBRARY_REFUSALS.tooManyDocuments,
  library_files_a_day: LIBRARY_REFUSALS.tooManyFilesToday,
  library_bytes_a_day: LIBRARY_REFUSALS.tooManyBytes,
} as const;
