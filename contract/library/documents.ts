import * as z from 'zod/mini';
import { CATEGORIES, EXPIRY_FILTERS, LIST_LIMITS, RECIPIENTS, VISIBILITIES } from '#domain/library/codes.ts';
import { LIBRARY_LIMITS } from '#domain/library/document.ts';
import { defineCall, defineDownload, defineUpload } from '../define.ts';
import { documentView, serialNumber } from '../documents.ts';
import {
  answered,
  dayOrNone,
  flag,
  json,
  limited,
  namedRecord,
  optionsPage,
  page,
  typedDay,
  yesOrNo,
} from '../fields.ts';
import { optionSchema, savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/**
 * The library of regulatory documents: authorisations, guidelines, process notes, and reports filed with regulators.
 * Dates in replies are yyyy-MM-dd, or empty.
 */

const shared = {
  endpoint: 'guideline_a.php',
  session: 'first',
  source: '002 §2.9, §3, §5.3, §7.4',
  assumed: true,
} as const;
const query = { key: 'GUIDELINE', flag: 'query' } as const;
const add = { key: 'GUIDELINE', flag: 'add' } as const;

const documentShape = {
  srno: z.int(),
  name: ['rdoc_docname', z.string()],
  category: z.enum(CATEGORIES),
  subCategory1: z.string(),
  subCategory2: z.string(),
  /** The regulator of a report; empty for the other categories. */
  submittedTo: ['rdoc_reportsubmitto', z.string()],
  /** The date of issue; of a report the date of submission. */
  dated: ['rdoc_issuedate', z.string()],
  /** Empty if the document does not expire. */
  expires: ['rdoc_expirydate', z.string()],
  active: yesOrNo,
  /** Empty, as is the file name, if the file is missing. */
  extension: ['rdoc_ext', z.string()],
  fileName: z.string(),
  /** Who issued the document or submitted the report. */
  byWhom: ['rdoc_by', z.string()],
  visible: ['rdoc_visibleto', z.enum(VISIBILITIES)],
  /** The id and the name of the branch; empty for a unified document. */
  branch: z.string(),
  branchName: ['rdoc_branchnm', z.string()],
  /** The files that it has had; 0 if the file is missing. The newest has this number. */
  fileCount: ['rdoc_files', z.int()],
  /** The caller reaches everyone who sees the document, so that the add flag allows a change of it. */
  inReach: yesOrNo,
} as const;
export const listedDocument = named('rdoc_', {
  ...documentShape,
  /** Of a search: some words of the file around those that were looked for; empty if the file does not have them. */
  snippet: z.optional(z.string()),
});
export type LibraryDocument = z.output<typeof listedDocument>;

export const librarySearch = named('', {
  period: ['searchperiod', z.optional(z.enum(['', 'ALL', 'PERIOD']))],
  /** The period of the date of issue or submission, both days inclusive. */
  from: ['frmdate', z.optional(dayOrNone)],
  to: ['todate', z.optional(dayOrNone)],
  category: z.optional(z.enum(['', 'ALL', ...CATEGORIES])),
  limit: z.optional(z.enum(['', 'ALL', ...LIST_LIMITS])),
  /** 1 active, 0 inactive. Only the add flag makes a difference. */
  status: z.optional(z.enum(['', 'ALL', '0', '1'])),
  /** Sent by older clients; the server knows the right itself. */
  addRight: z.optional(z.union([flag, limited(10)])),
  mode: z.optional(z.enum(['', 'V', 'D'])),
  /** Only documents that have lapsed, that lapse within 60 days, or that lapse within a year. */
  expiry: z.optional(z.enum(['', ...EXPIRY_FILTERS])),
});

export const listDocuments = defineCall({
  ...shared,
  action: 'getdocs',
  summary:
    'The documents in reach, the newest first; with an expiry filter, those that expire first. V gives one page of them, D an .xlsx file of all, which leaves a trail. Without the add flag only active documents with a file. A search looks at the details and for the words inside the files.',
  right: query,
  effect: 'outside',
  mayBeFile: true,
  args: {
    search: json(librarySearch),
    page: page(),
  },
  reply: z.array(listedDocument),
});

/** The form. Branch is the id of an entity. */
const draftShape = {
  name: ['docname', limited(LIBRARY_LIMITS.name * 10)],
  category: z.enum(['', ...CATEGORIES]),
  subCategory1: ['subCategory1', z.optional(limited(LIBRARY_LIMITS.subCategory * 10))],
  subCategory2: ['subCategory2', z.optional(limited(LIBRARY_LIMITS.subCategory * 10))],
  /** The date of issue; of a report the date of submission. */
  dated: ['submittedAt', z.optional(typedDay)],
  byWhom: ['submittedBy', z.optional(limited(LIBRARY_LIMITS.byWhom * 10))],
  /** Stored for reports alone. */
  submittedTo: ['submittedTo', z.optional(z.enum(['', ...RECIPIENTS]))],
  /** Without it a document is unified if the caller reaches all branches, and of a branch otherwise. */
  visible: ['visibleto', z.optional(z.enum(['', ...VISIBILITIES]))],
  expires: ['expirydate', z.optional(typedDay)],
  branch: z.optional(limited(20)),
  /** Active unless it is 0. */
  active: z.optional(answered),
} as const;
const draftSchema = named('', draftShape);
export type SentDocument = z.output<typeof draftSchema>;

export const addDocument = defineCall({
  ...shared,
  action: 'insertdetail',
  summary:
    'Adds the details of a document. Its file follows by the upload GUIDEDOCUPLOAD; until then only users with the add flag see it.',
  right: add,
  effect: 'write',
  args: { document: json(draftSchema) },
  reply: savedSchema,
});

export const saveDocument = defineCall({
  ...shared,
  action: 'savechanges',
  summary: 'Changes the details of a document. It needs the add flag, as the specification has it.',
  right: add,
  effect: 'write',
  args: { document: json(named('', { ...draftShape, srno: serialNumber })) },
  reply: savedSchema,
});

const fileRow = z.object({
  number: z.int(),
  filename: z.string(),
  ext: z.string(),
  bytes: z.int(),
  /** ISO. */
  at: z.string(),
  by: z.string(),
});
export type LibraryFile = z.infer<typeof fileRow>;

export const libraryDetail = named('rdoc_', {
  ...documentShape,
  /** Its files, the newest first. Without the add flag only the newest. */
  files: ['files', z.array(fileRow)],
});
export type LibraryDetail = z.output<typeof libraryDetail>;

export const documentDetail = defineCall({
  ...shared,
  action: 'getdocdetails',
  summary: 'One document with the files that it has had.',
  right: query,
  effect: 'read',
  args: { document: json(namedRecord) },
  reply: libraryDetail,
});

export const uploadDocument = defineUpload({
  endpoint: 'upload_a.php',
  action: 'GUIDEDOCUPLOAD',
  session: 'meta',
  source: '002 §5.3, §7.4',
  assumed: true,
  summary: 'The file of a document. A new file takes the place of the old one, which stays in the history.',
  right: add,
  effect: 'outside',
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('GUIDEDOCUPLOAD'),
    srno: serialNumber,
    pageright: z.optional(z.literal(['', 'GUIDELINE'])),
  }),
  reply: z.object({ error: z.string(), message: z.string(), docdetail: fileRow }),
});

const namedFile = {
  srno: serialNumber,
  filename: limited(255),
  /** The number of an older file, for users with the add flag. Without it the newest. */
  number: z.optional(serialNumber),
} as const;

export const viewDocument = defineCall({
  ...shared,
  action: 'docview',
  summary: 'What a browser can show of a document. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object({ ...namedFile, page: z.optional(serialNumber) })) },
  reply: documentView,
});

export const downloadDocument = defineDownload({
  ...shared,
  action: 'docdownload',
  summary: 'A document as it was uploaded. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object(namedFile)) },
});

export const documentEntities = defineCall({
  ...shared,
  action: 'entity',
  summary: 'The branches and other entities that a document can be for, by name.',
  right: query,
  effect: 'read',
  args: { page: optionsPage() },
  reply: z.array(optionSchema),
});

export const expiringDocuments = defineCall({
  ...shared,
  action: 'expiring',
  source: 'docs/readings.md: expiry of documents',
  summary:
    'How many documents in reach have lapsed, lapse within 60 days and within a year (at most 500 of each are counted), and the next of them.',
  right: query,
  effect: 'read',
  args: {},
  reply: z.object({
    today: z.string(),
    lapsed: z.int(),
    soon: z.int(),
    year: z.int(),
    /** The days before the expiry date on which a mail goes to head office. */
    reminders: z.array(z.int()),
    /** The ones that lapsed last. */
    past: z.array(z.object({ srno: z.int(), name: z.string(), expires: z.string() })),
    /** The next ones to lapse within a year. */
    coming: z.array(z.object({ srno: z.int(), name: z.string(), expires: z.string() })),
  }),
});

export const documentSubCategories = defineCall({
  ...shared,
  action: 'subcategories',
  source: 'docs/readings.md: sub-categories',
  summary: 'The sub-categories used before in the unified documents and in those of the own branches.',
  right: add,
  effect: 'read',
  args: {},
  reply: z.object({ first: z.array(z.string()), second: z.array(z.string()) }),
});
