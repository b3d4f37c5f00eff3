import * as z from 'zod/mini';
import { ENTITY_TYPES } from '#domain/masters/entity.ts';
import { defineCall, defineDownload } from '../define.ts';
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
  typedDay,
  limited,
} from '../fields.ts';
import { changedShape, defineMasterImport } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';
import { entityDocumentSchema } from './documents.ts';

/** The entity master: branches, franchisees and councilors. */

const entityType = z.enum(ENTITY_TYPES);

const entityRowSchema = z.object({
  enSrno: z.int(),
  enType: entityType,
  enId: z.string(),
  enName: z.string(),
  /** Masked except for its last four characters. */
  enPan: z.string(),
  enCntlBran: z.string(),
  enCntlBranName: z.string(),
  enContactPerson: z.string(),
  enMobileno: z.string(),
  /** yyyy-MM-dd, or empty. */
  enLicTo: z.string(),
  enActive: bit,
});

/** Fields with the same form in requests and replies: texts, decimals and ISO dates. */
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
  /** 0 if there is none. */
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
  enDocuments: z.array(entityDocumentSchema),
  ...changedShape,
});

const MAX_CURRENCIES = 300;

const entityInputSchema = z.object({
  enType: entityType,
  ...texts,
  /** If omitted or empty, a new entity gets the next free id. */
  enId: z.optional(texts.enId),
  enLicFrom: typedDay,
  enLicTo: typedDay,
  enCountry: reference,
  enState: reference,
  enCity: reference,
  enActive: flag,
  enIbrSellRate: flag,
  enEmailRateCard: flag,
  enIsdAllSelective: z.enum(['A', 'S', '']),
  /** The selected currencies. If omitted, they stay unchanged. */
  enIsdList: z.optional(z.array(limited(3)).check(z.maxLength(MAX_CURRENCIES))),
  enMarginType: z.enum(['F', 'P', '']),
  enRateType: z.enum(['C', 'O', '']),
});

export type EntityRow = z.infer<typeof entityRowSchema>;
export type EntityDetail = z.infer<typeof entityDetailSchema>;
export type EntityInput = z.infer<typeof entityInputSchema>;

const shared = {
  endpoint: 'entity_a.php',
  session: 'first',
  source: '000 §2.5, §3, §5, §7',
  assumed: true,
} as const;
const query = { key: 'ENTITY', flag: 'query' } as const;

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
      'Adds an entity (empty id) or changes one. Without enId a new one gets the next free id, which the reply tells. A wrong PAN is stored cleared and msg says so. If-Match guards against overwriting.',
    right: { key: 'ENTITY', flag: 'save' },
    effect: 'write',
    args: { id: recordId(20), record: json(entityInputSchema) },
    reply: z.extend(savedSchema, { enId: z.string() }),
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
} as const;
