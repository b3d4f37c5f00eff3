import * as z from 'zod/mini';
import { ENTITY_TYPES } from '#domain/masters/entity.ts';
import { defineCall, defineDownload, defineUpload } from '../define.ts';
import {
  bit,
  flag,
  json,
  oneOf,
  optionsPage,
  page,
  recordId,
  reference,
  text,
  typeAndId,
  limited,
} from '../fields.ts';
import { changedShape, defineMasterImport } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';

/** The entity master: branches, franchisees and councilors, with their KYC and licence documents. */

const entityType = z.enum(ENTITY_TYPES);

const entityRowSchema = z.object({
  enSrno: z.int(),
  enType: entityType,
  enId: z.string(),
  enName: z.string(),
  /** Masked but for its last four characters. */
  enPan: z.string(),
  enCntlBran: z.string(),
  enCntlBranName: z.string(),
  enContactPerson: z.string(),
  enMobileno: z.string(),
  /** yyyy-MM-dd, or empty. */
  enLicTo: z.string(),
  enActive: bit,
});

const documentSchema = z.object({
  srno: z.int(),
  name: z.string(),
  filename: z.string(),
  extension: z.string(),
  /** P pending, A approved, R rejected. */
  status: z.enum(['P', 'A', 'R']),
  /** ISO 8601, UTC. */
  uploadedat: z.string(),
  uploadedby: z.string(),
  /** When it was approved; empty before. */
  approvedat: z.string(),
  /** Why it was rejected; empty otherwise. */
  reason: z.string(),
  bytes: z.int(),
});

/** What is written as it is read: texts, decimals and ISO dates. */
const texts = {
  enId: z.string(),
  enName: z.string(),
  enPan: z.string(),
  enAddress1: z.string(),
  enAddress2: z.string(),
  enAddress3: z.string(),
  enPhoneno: z.string(),
  enMobileno: z.string(),
  enEmail: z.string(),
  enBuyPercentage: z.string(),
  enSellPercentage: z.string(),
  enCntlBran: z.string(),
  enLicFrom: z.string(),
  enLicTo: z.string(),
  enIbrCut: z.string(),
  enRbiLic: z.string(),
  enOthDetails: z.string(),
  enContactPerson: z.string(),
} as const;

const entityDetailSchema = z.object({
  enSrno: z.int(),
  enType: entityType,
  ...texts,
  enCountry: z.int(),
  enCountryName: z.string(),
  enState: z.int(),
  enStateName: z.string(),
  /** 0 where none is given. */
  enCity: z.int(),
  enCityName: z.string(),
  enCntlBranName: z.string(),
  enActive: bit,
  enIbrSellRate: bit,
  enEmailRateCard: bit,
  enIsdAllSelective: z.enum(['A', 'S']),
  enIsdList: z.array(z.string()),
  enMarginType: z.enum(['F', 'P']),
  enRateType: z.enum(['C', 'O']),
  enDocuments: z.array(documentSchema),
  ...changedShape,
});

const MAX_CURRENCIES = 300;

const entityWrittenSchema = z.object({
  enType: entityType,
  ...texts,
  enCountry: reference,
  enState: reference,
  enCity: reference,
  enActive: flag,
  enIbrSellRate: flag,
  enEmailRateCard: flag,
  enIsdAllSelective: z.enum(['A', 'S', '']),
  /** The selected currencies; left out, they stay as they are. */
  enIsdList: z.optional(z.array(limited(3)).check(z.maxLength(MAX_CURRENCIES))),
  enMarginType: z.enum(['F', 'P', '']),
  enRateType: z.enum(['C', 'O', '']),
});

export type EntityRow = z.infer<typeof entityRowSchema>;
export type EntityDetail = z.infer<typeof entityDetailSchema>;
export type EntityWritten = z.infer<typeof entityWrittenSchema>;
export type EntityDocument = z.infer<typeof documentSchema>;

const shared = {
  endpoint: 'entity_a.php',
  session: 'first',
  source: '000 §2.5, §3, §5, §7',
  assumed: true,
} as const;
const query = { key: 'ENTITY', flag: 'query' } as const;
const edit = { key: 'ENTITY', flag: 'edit' } as const;
const document = z.object({
  srno: z.int().check(z.minimum(1)),
  filename: limited(255),
});

export const entity = {
  ...defineMasterImport({ endpoint: 'entity_a.php', key: 'ENTITY', plural: 'entities' }),
  list: defineCall({
    ...shared,
    action: 'listjson',
    summary: 'The entities of one type that are in reach, page by page.',
    right: query,
    effect: 'read',
    args: { type: oneOf(ENTITY_TYPES), page: page() },
    reply: z.array(entityRowSchema),
  }),
  options: defineCall({
    ...shared,
    action: 'ddlistjson',
    summary: 'Active entities of one type that are in reach, for a drop-down; the value is the id.',
    right: 'signed-in',
    effect: 'read',
    args: { type: oneOf(['A', ...ENTITY_TYPES]), page: optionsPage() },
    reply: z.array(optionSchema),
  }),
  franchiseOptions: defineCall({
    ...shared,
    action: 'ddlistjsonfranchise',
    summary: 'Active franchisees of a branch for a drop-down; of every branch in reach when none is named.',
    right: 'signed-in',
    effect: 'read',
    args: { branch: text(20), page: optionsPage() },
    reply: z.array(optionSchema),
  }),
  detail: defineCall({
    ...shared,
    action: 'detail',
    summary: 'One entity with all its fields and documents.',
    right: query,
    effect: 'read',
    args: { entity: typeAndId(ENTITY_TYPES) },
    reply: entityDetailSchema,
  }),
  save: defineCall({
    ...shared,
    action: 'save',
    summary:
      'Adds an entity (empty id) or changes one; a wrong PAN is stored cleared and msg says so. If-Match guards against overwriting.',
    right: { key: 'ENTITY', flag: 'save' },
    effect: 'write',
    args: { id: recordId(20), record: json(entityWrittenSchema) },
    reply: savedSchema,
  }),
  exported: defineDownload({
    ...shared,
    action: 'export',
    summary: 'The entities of one type as an .xlsx file, narrowed and ordered as shown.',
    right: query,
    effect: 'watched',
    source: 'docs/readings.md: exports',
    args: { type: oneOf(ENTITY_TYPES), page: page() },
  }),
  documentKinds: defineCall({
    ...shared,
    action: 'ddlistjsondoc',
    summary: 'The kinds of KYC and licence documents, for a drop-down.',
    right: 'signed-in',
    effect: 'read',
    source: 'docs/readings.md: entity documents',
    args: {},
    reply: z.array(optionSchema),
  }),
  documentView: defineCall({
    ...shared,
    action: 'docview',
    summary:
      'What a browser can show of a document: its bytes, or one page of a TIFF as PNG. Leaves a trail.',
    right: query,
    effect: 'watched',
    args: { document: json(z.extend(document, { page: z.optional(z.int().check(z.minimum(1))) })) },
    reply: z.object({
      bs64: z.string(),
      /** The MIME type of what is in bs64. */
      typ: z.string(),
      /** What the document is. */
      desc: z.string(),
      fname: z.string(),
      pages: z.int(),
    }),
  }),
  documentDownload: defineDownload({
    ...shared,
    action: 'docdownload',
    summary: 'A document as it was uploaded. Leaves a trail.',
    right: query,
    effect: 'watched',
    args: { document: json(document) },
  }),
  documentRemove: defineCall({
    ...shared,
    action: 'docremove',
    summary: 'Takes a document off the entity; an approved one stays.',
    right: edit,
    effect: 'write',
    source: 'docs/readings.md: entity documents',
    args: { document: json(document) },
    reply: savedSchema,
  }),
  documentUpload: defineUpload({
    endpoint: 'upload_a.php',
    action: 'ENTITYDOC',
    summary: 'A KYC or licence document of an entity (srno) of a kind (docid).',
    session: 'meta',
    right: edit,
    effect: 'outside',
    source: 'docs/readings.md: entity documents',
    assumed: true,
    meta: z.object({
      sid: z.string(),
      uploadType: z.literal('ENTITYDOC'),
      srno: z.int().check(z.minimum(1)),
      docid: z.int().check(z.minimum(1)),
    }),
    accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
    reply: z.object({ error: z.string(), message: z.string(), docdetail: documentSchema }),
  }),
} as const;
