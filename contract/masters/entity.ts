import * as z from 'zod/mini';
import { ENTITY_TYPES } from '#domain/masters/entity.ts';
import { defineCall, defineDownload } from '../define.ts';
import {
  answered,
  json,
  oneOf,
  optionsPage,
  page,
  recordId,
  reference,
  referenceValue,
  text,
  typeAndId,
  typedDay,
  typedText,
  limited,
  yesOrNo,
} from '../fields.ts';
import { defineMasterImport, lastChangeFields } from '../master.ts';
import { optionSchema, savedSchema } from '../shared.ts';
import { named, wired } from '../wire.ts';
import { entityDocumentSchema } from './documents.ts';

/** The entity master: branches, franchisees and councilors. */

const entityType = z.enum(ENTITY_TYPES);

export const entityRowSchema = named('en', {
  srno: z.int(),
  type: entityType,
  id: z.string(),
  name: z.string(),
  /** Masked except for its last four characters. */
  pan: z.string(),
  controllingBranch: ['enCntlBran', z.string()],
  controllingBranchName: ['enCntlBranName', z.string()],
  contactPerson: z.string(),
  mobile: ['enMobileno', z.string()],
  /** yyyy-MM-dd, or empty. */
  licenceTo: ['enLicTo', z.string()],
  active: yesOrNo,
});

/** Fields with the same form in requests and replies: texts, decimals and ISO dates. */
const textsIn = <Form extends z.ZodMiniType, Day extends z.ZodMiniType>(text: Form, day: Day) =>
  ({
    id: text,
    name: text,
    pan: text,
    address1: text,
    address2: text,
    address3: text,
    phone: ['enPhoneno', text],
    mobile: ['enMobileno', text],
    email: text,
    buyPercentage: text,
    sellPercentage: text,
    controllingBranch: ['enCntlBran', text],
    licenceFrom: ['enLicFrom', day],
    licenceTo: ['enLicTo', day],
    ibrCut: text,
    rbiLicence: ['enRbiLic', text],
    otherDetails: ['enOthDetails', text],
    contactPerson: text,
  }) as const;

/** The serial number of a place; empty if there is none, which is 0 in a reply. */
const place = wired(
  z.int(),
  (srno) => (srno === 0 ? '' : String(srno)),
  (srno) => Number(srno),
);

export const entityDetailSchema = named('en', {
  srno: z.int(),
  type: entityType,
  ...textsIn(z.string(), z.string()),
  country: place,
  countryName: z.string(),
  state: place,
  stateName: z.string(),
  city: place,
  cityName: z.string(),
  controllingBranchName: ['enCntlBranName', z.string()],
  active: yesOrNo,
  ibrSellRate: yesOrNo,
  emailRateCard: yesOrNo,
  currencyChoice: ['enIsdAllSelective', z.enum(['A', 'S'])],
  currencies: ['enIsdList', z.array(z.string())],
  marginType: z.enum(['F', 'P']),
  rateType: z.enum(['C', 'O']),
  documents: z.array(entityDocumentSchema),
  ...lastChangeFields,
});

const MAX_CURRENCIES = 300;

const dayText = wired(
  typedDay,
  (typed) => typed.trim(),
  (day: string) => day,
);
const typedPlace = wired(
  reference,
  (srno) => referenceValue(srno) ?? '',
  (srno: string) => srno,
);
const answeredOr = (usual: boolean) =>
  wired(
    answered,
    (answer) => answer ?? usual,
    (answer: boolean) => answer,
  );
const entityInputSchema = named('en', {
  type: entityType,
  ...textsIn(typedText, dayText),
  /** If omitted or empty, a new entity gets the next free id. */
  id: z.optional(typedText),
  country: typedPlace,
  state: typedPlace,
  city: typedPlace,
  active: answeredOr(true),
  ibrSellRate: answeredOr(false),
  emailRateCard: answeredOr(false),
  currencyChoice: [
    'enIsdAllSelective',
    wired(
      z.enum(['A', 'S', '']),
      (code) => code || 'A',
      (code: 'A' | 'S') => code,
    ),
  ],
  /** The selected currencies. If omitted, they stay unchanged. */
  currencies: [
    'enIsdList',
    z.optional(
      wired(
        z.array(limited(3)).check(z.maxLength(MAX_CURRENCIES)),
        (codes): readonly string[] => codes,
        (codes) => [...codes],
      ),
    ),
  ],
  marginType: wired(
    z.enum(['F', 'P', '']),
    (code) => code || 'P',
    (code: 'F' | 'P') => code,
  ),
  rateType: wired(
    z.enum(['C', 'O', '']),
    (code) => code || 'C',
    (code: 'C' | 'O') => code,
  ),
});

const savedEntitySchema = named('', { ...savedSchema.shape, id: ['enId', z.string()] });

export type EntityRow = z.output<typeof entityRowSchema>;
export type EntityDetail = z.output<typeof entityDetailSchema>;
export type EntityInput = z.output<typeof entityInputSchema>;

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
    reply: savedEntitySchema,
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
