import * as z from 'zod/mini';
import { ANSWER_STATUSES, LINE_STATUSES } from '#domain/flash/codes.ts';
import { FILLED, FLASH_BOUNDS, FLASH_TEXTS } from '#domain/flash/texts.ts';
import { defineCall, defineDownload, defineUpload, type FileFault } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json, limited, serial, typedDay } from '../fields.ts';
import { wrongCell } from '../sheets.ts';
import { named } from '../wire.ts';
import { flashAdd, flashNamed, flashQuery, flashShared, notBelieved } from './flash.ts';

/** The currencies of a flash audit: what the books say, and what was counted note by note. */

export const currencyRow = named('', {
  srno: z.int(),
  isd: z.string(),
  isdName: ['isd_name', z.string()],
  reportValue: ['afc_reportvalue', z.string()],
  actualValue: ['afc_actualvalue', z.string()],
  difference: ['afc_valuediff', z.string()],
  status: ['afc_status', z.enum(LINE_STATUSES)],
  /** The status of its discrepancy. It counts while the status of the line is D. */
  answerStatus: ['disc_status', z.enum(ANSWER_STATUSES)],
  /** Where the notes of the report value are; empty if they were not fetched. */
  inVault: ['held_vault', z.string()],
  withExecutives: ['held_executives', z.string()],
  inTransit: ['held_transit', z.string()],
  /** How many face values were counted. */
  faces: z.int(),
  version: z.int(),
});
export type FlashCurrency = z.output<typeof currencyRow>;

export const listFlashCurrencies = defineCall({
  ...flashShared,
  action: 'flashcurrencydata',
  summary: 'The currencies of a flash audit.',
  right: flashQuery,
  effect: 'read',
  args: { audit: flashNamed },
  reply: z.array(currencyRow),
});

export const fetchFlashCurrencies = defineCall({
  ...flashShared,
  action: 'fetchcurrencydata',
  source: '002 §2.10, §7.5, §8',
  summary:
    'Takes the notes of the branch from the ledger, once: as of now for today, else as of the end of the day.',
  right: flashAdd,
  effect: 'write',
  args: {
    audit: json(
      named('', {
        srno: ['hdrsrno', serialNumber],
        branch: notBelieved,
        date: ['headerDate', z.optional(typedDay)],
      }),
    ),
  },
  reply: z.array(currencyRow),
});

export const uploadFlashCurrencies = defineUpload({
  endpoint: 'upload_a.php',
  action: 'CURRENCYUPLOAD',
  session: 'meta',
  source: '002 §2.10, §5.4, §7.5, §8',
  assumed: true,
  summary:
    'Reads the currencies of a flash audit from a sheet, once. 1 means done, 2 another extension, 3 there already, 4 another format.',
  right: flashAdd,
  effect: 'outside',
  accepts: ['xls', 'xlsx'],
  reads: 'sheet',
  fileAnswer: (fault: FileFault) =>
    ({
      missing: { error: FLASH_TEXTS.noFile },
      extension: { error: FLASH_TEXTS.wrongExtension, msg: FILLED.wrongExtension },
      content: { error: FLASH_TEXTS.wrongFormat, msg: FILLED.wrongFormat },
    })[fault],
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('CURRENCYUPLOAD'),
    hdrsrno: serialNumber,
    pageright: notBelieved,
  }),
  reply: z.object({
    error: z.string(),
    msg: z.enum(Object.values(FILLED)),
    message: z.string(),
    /** The rows at fault, at most 200 of them. */
    errors: z.optional(z.array(wrongCell)),
  }),
});

export const currencyTemplate = defineDownload({
  ...flashShared,
  action: 'currencytemplate',
  source: 'docs/readings.md: currencies of a flash audit',
  summary: 'An empty sheet with the columns of the currencies.',
  right: flashQuery,
  effect: 'read',
  args: {},
});

/** The answer to a change of one line: the line as it is now. */
const changedLine = z.object({ err: z.string(), msg: z.string(), line: currencyRow });

export const setInrStock = defineCall({
  ...flashShared,
  action: 'inrstock',
  summary: 'Sets the report value of INR, and adds its line if there is none.',
  right: flashAdd,
  effect: 'write',
  args: {
    stock: json(
      named('', {
        /** 0 adds the line. */
        currency: ['cnsrno', serial],
        isd: z.optional(limited(10)),
        isdName: notBelieved,
        audit: ['headersrno', serialNumber],
        amount: ['inrstock', limited(40)],
      }),
    ),
  },
  reply: changedLine,
});

export const setLineStatus = defineCall({
  ...flashShared,
  action: 'statusupdate',
  source: '002 §2.10, §4, §7.5',
  summary: 'Sets the status of a currency, or of a transaction if trnsrno is given.',
  right: flashAdd,
  effect: 'write',
  args: {
    line: json(
      named('', {
        status: z.enum(LINE_STATUSES),
        currency: ['cnsrno', z.optional(serial)],
        transaction: ['trnsrno', z.optional(serial)],
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

/** A currency of a flash audit as its callers name it. */
const namedCurrency = {
  audit: ['hdrsrno', serialNumber],
  currency: ['cnsrno', serialNumber],
} as const;
const scope = json(named('', namedCurrency));

export const denominationFields = {
  srno: ['dnmsrno', z.int()],
  denomination: z.string(),
  quantity: z.int(),
  total: z.string(),
} as const;
export const denominationRow = named('', denominationFields);
export type FlashDenomination = z.output<typeof denominationRow>;

export const listDenominations = defineCall({
  ...flashShared,
  action: 'getdenodata',
  summary: 'The counted notes of a currency, the largest face value first.',
  right: flashQuery,
  effect: 'read',
  args: { scope },
  reply: z.array(denominationRow),
});

export const denominationTotal = defineCall({
  ...flashShared,
  action: 'getdenodiff',
  summary: 'The counted value of a currency: the sum of face value × quantity.',
  right: flashQuery,
  effect: 'read',
  args: { scope },
  reply: named('', { total: ['totalquantity', z.string()] }),
});

export const currencyDifference = defineCall({
  ...flashShared,
  action: 'getdifferencevalue',
  source: '002 §7.5, §9',
  summary: 'The counted value of a currency, and what the books say less this.',
  right: flashQuery,
  effect: 'read',
  args: { scope },
  reply: named('', { actualValue: ['actualval', z.string()], difference: ['diff', z.string()] }),
});

export const addDenomination = defineCall({
  ...flashShared,
  action: 'adddenomination',
  source: '002 §2.10, §5.4, §7.5, §8',
  summary: 'Adds notes of one face value to a currency.',
  right: flashAdd,
  effect: 'write',
  args: {
    denomination: json(
      named('', {
        quantity: limited(40),
        denomination: ['value', limited(40)],
        currency: ['cnsrno', serialNumber],
        audit: ['headersrno', serialNumber],
        reportValue: ['reportval', notBelieved],
        isd: notBelieved,
      }),
    ),
  },
  reply: changedLine,
});

export const removeDenomination = defineCall({
  ...flashShared,
  action: 'deletedeno',
  summary: 'Removes all counted notes of one face value from a currency.',
  right: flashAdd,
  effect: 'write',
  args: {
    denomination: json(
      named('', {
        srno: ['dnmsrno', serialNumber],
        audit: ['headersrno', serialNumber],
        currency: ['cnsrno', serialNumber],
        reportValue: ['reportval', notBelieved],
      }),
    ),
  },
  reply: changedLine,
});

export const saveDenominations = defineCall({
  ...flashShared,
  action: 'savedenominations',
  source: 'docs/readings.md: counting a currency',
  summary:
    'Replaces the whole count of a currency. If-Match with the version of the line refuses a count that another user has changed.',
  right: flashAdd,
  effect: 'write',
  args: {
    count: json(
      named('', {
        ...namedCurrency,
        lines: z
          .array(z.object({ denomination: limited(40), quantity: limited(40) }))
          .check(z.maxLength(2 * FLASH_BOUNDS.faces)),
      }),
    ),
  },
  reply: z.extend(changedLine, { denominations: z.array(denominationRow) }),
});
