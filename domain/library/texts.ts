/** Texts of the specification, exactly as written. */
export const LIBRARY_TEXTS = {
  mandatory: 'Please fill mendatory fields.',
  required: 'Please fill required fields.',
  noBranch: "Branch Can't be empty.",
} as const;

/** The files of one document, replaced ones included. The database refuses more (library.document.files). */
export const MAX_FILES = 50;

/** What a user can add on a day. The database refuses more (library.day_use). */
const MAX_DOCUMENTS_A_DAY = 200;
const MAX_FILES_A_DAY = 200;
const MAX_MEGABYTES_A_DAY = 500;

/** Texts of our own, for what the specification leaves open. */
export const LIBRARY_REFUSALS = {
  nameTooLong: 'A document name can have at most 100 characters.',
  subCategoryTooLong: 'A sub-category can have at most 50 characters.',
  byWhomTooLong: 'The name of who issued or submitted it can have at most 100 characters.',
  noDate: 'Please enter a valid date.',
  endsTooEarly: 'A document does not expire before its date of issue.',
  tooManyFiles: `A document can have ${MAX_FILES} files in its life, replaced ones included. Please add a new document.`,
  tooManyDocuments: `You can add ${MAX_DOCUMENTS_A_DAY} documents a day. Please go on tomorrow.`,
  tooManyFilesToday: `You can upload ${MAX_FILES_A_DAY} files a day. Please go on tomorrow.`,
  tooManyBytes: `You can upload ${MAX_MEGABYTES_A_DAY} MB a day. Please go on tomorrow.`,
} as const;
