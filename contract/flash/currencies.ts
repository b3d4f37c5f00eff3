import * as z from 'zod/mini';
import { ANSWER_STATUSES, LINE_STATUSES } from '#domain/flash/codes.ts';
import { FILLED, FLASH_BOUNDS, FLASH_TEXTS } from '#domain/flash/texts.ts';
import { defineCall, defineDownload, defineUpload, type FileFault } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json, limited, serial, typedDay } from '../fields.ts';
import { wrongCell } from '../sheets.ts';
import { flashAdd, flashNamed, flashQuery, flashShared, notBelieved } from './flash.ts';

/** The currencies of a flash audit: what the books say, and what was counted note by note. */

export const currencyRow = z.object({
  /** The number of the line, sent as cnsrno. */
  srno: z.int(),
  isd: z.string(),
  isd_name: z.string(),
  afc_reportvalue: z.string(),
  afc_actualvalue: z.string(),
  afc_valuediff: z.string(),
  afc_status: z.enum(LINE_STATUSES),
  /** The status of its discrepancy. It counts while afc_status is D. */
  disc_status: z.enum(ANSWER_STATUSES),
  /** Where the notes of the report value are; empty if they were not fetched. */
  held_vault: z.string(),
  held_executives: z.string(),
  held_transit: z.string(),
  /** How many face values were counted. */
  faces: z.int(),
  version: z.int(),
});
export type FlashCurrency = z.infer<typeof currencyRow>;

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
    audit: json(z.object({ hdrsrno: serialNumber, branch: notBelieved, headerDate: z.optional(typedDay) })),
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
      z.object({
        /** 0 adds the line. */
        cnsrno: serial,
        isd: z.optional(limited(10)),
        isdname: notBelieved,
        headersrno: serialNumber,
        inrstock: limited(40),
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
      z.object({
        status: z.enum(LINE_STATUSES),
        cnsrno: z.optional(serial),
        trnsrno: z.optional(serial),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

/** A currency of a flash audit as its callers name it. */
const scope = json(z.object({ hdrsrno: serialNumber, cnsrno: serialNumber }));

export const denominationRow = z.object({
  dnmsrno: z.int(),
  denomination: z.string(),
  quantity: z.int(),
  total: z.string(),
});
export type FlashDenomination = z.infer<typeof denominationRow>;

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
  reply: z.object({ totalquantity: z.string() }),
});

export const currencyDifference = defineCall({
  ...flashShared,
  action: 'getdifferencevalue',
  source: '002 §7.5, §9',
  summary: 'The counted value of a currency, and what the books say less this.',
  right: flashQuery,
  effect: 'read',
  args: { scope },
  reply: z.object({ actualval: z.string(), diff: z.string() }),
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
      z.object({
        quantity: limited(40),
        /** The face value. */
        value: limited(40),
        cnsrno: serialNumber,
        headersrno: serialNumber,
        reportval: notBelieved,
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
      z.object({
        dnmsrno: serialNumber,
        headersrno: serialNumber,
        cnsrno: serialNumber,
        reportval: notBelieved,
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
      z.object({
        hdrsrno: serialNumber,
        cnsrno: serialNumber,
        lines: z
          .array(z.object({ denomination: limited(40), quantity: limited(40) }))
          .check(z.maxLength(2 * FLASH_BOUNDS.faces)),
      }),
    ),
  },
  reply: z.extend(changedLine, { denominations: z.array(denominationRow) }),
});
