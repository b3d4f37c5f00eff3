import * as z from 'zod/mini';
import type { StepUpKind } from '#domain/access/factors.ts';
import type { CheckedKind } from '#domain/access/proposals.ts';
import type { RightKey } from '#domain/rights.ts';
import { defineCall, defineDownload, defineUpload } from './define.ts';
import { json, optionsPage, page, srno, type Field } from './fields.ts';
import { optionSchema, savedSchema } from './shared.ts';

interface MasterDeclaration<
  Row extends z.ZodMiniType,
  Detail extends z.ZodMiniType,
  Written extends z.ZodMiniType,
  Name extends string = never,
> {
  readonly endpoint: `${string}_a.php`;
  readonly key: RightKey;
  readonly source: string;
  /** The plural name of the records, in lower case. */
  readonly plural: string;
  readonly row: Row;
  readonly detail: Detail;
  readonly written: Written;
  /** Saves and imports can need a fresh second factor of this kind. */
  readonly stepUp?: StepUpKind;
  /** Saves and imports can need a second person. */
  readonly checked?: CheckedKind;
  /** The filters of its drop-downs; the optional last field names them. */
  readonly narrowedBy?: readonly Name[];
}

/** The version of a record, who changed it last, and when (ISO 8601, UTC). Part of the detail of every master. */
export const lastChangeFields = {
  version: ['version', z.int()],
  changedBy: ['changedby', z.string()],
  changedAt: ['changedat', z.string()],
} as const;

/** The record that a save changes; empty for a new one. */
export const recordOf = ({ srno: number }: { readonly srno: number }): string =>
  number === 0 ? '' : String(number);

/** The calls that every master has. */
export function defineMaster<
  Row extends z.ZodMiniType,
  Detail extends z.ZodMiniType,
  Written extends z.ZodMiniType,
  const Name extends string = never,
>(declaration: MasterDeclaration<Row, Detail, Written, Name>) {
  const { endpoint, key, source, plural, row, detail, written, narrowedBy, stepUp, checked } = declaration;
  const shared = { endpoint, session: 'first', source, assumed: true } as const;
  const query = { key, flag: 'query' } as const;
  const options = { ...shared, right: 'signed-in', effect: 'read', reply: z.array(optionSchema) } as const;
  return {
    list: defineCall({
      ...shared,
      action: 'listjson',
      summary: `The ${plural}, page by page.`,
      right: query,
      effect: 'read',
      args: { page: page() },
      reply: z.array(row),
    }),
    options: defineCall({
      ...options,
      action: 'ddlistjson',
      summary: `Active ${plural} for a drop-down, by name; the search text narrows them.`,
      args: { page: optionsPage(narrowedBy) },
    }),
    optionsSelect: defineCall({
      ...options,
      action: 'ddlistjsonselect',
      summary: `Active ${plural} for a drop-down, led by the "select" entry.`,
      args: { page: optionsPage(narrowedBy) },
    }),
    detail: defineCall({
      ...shared,
      action: 'detail',
      summary: `One of the ${plural}.`,
      right: query,
      effect: 'read',
      args: { srno: srno() },
      reply: detail,
    }),
    save: defineCall({
      ...shared,
      action: 'save',
      summary: `Adds one (srno 0) or changes one of the ${plural}; If-Match guards against overwriting.`,
      right: { key, flag: 'save' },
      effect: 'write',
      ...(stepUp && { stepUp: { kind: stepUp } }),
      ...(checked && { checked: { kind: checked, record: recordOf, hasVersion: true } }),
      args: { srno: srno(), record: json(written) as Field<z.output<Written>> },
      reply: savedSchema,
    }),
    exported: defineDownload({
      ...shared,
      action: 'export',
      summary: `The ${plural} as an .xlsx file, narrowed and ordered as shown.`,
      right: query,
      effect: 'watched',
      source: 'docs/readings.md: exports',
      args: { page: page() },
    }),
  };
}

const importReplySchema = z.object({
  error: z.string(),
  /** Non-empty rows of the sheet, without the header. */
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  /** The errors row by row; only the first ones if there are many. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), text: z.string() })),
  errorcount: z.int(),
});
export type ImportReply = z.infer<typeof importReplySchema>;

const importProgressSchema = z.object({
  /** `none` if the user imports nothing into this master at the moment. */
  phase: z.enum(['none', 'reading', 'checking', 'storing']),
  /** The rows of the sheet; 0 while they are being read. */
  rows: z.int(),
  /** The rows that this phase has done. */
  done: z.int(),
});
export type ImportProgressReply = z.infer<typeof importProgressSchema>;

/** The additional calls of a master that can be imported from a sheet. */
export function defineMasterImport({
  endpoint,
  key,
  plural,
  stepUp,
  checked,
}: Pick<
  MasterDeclaration<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, string>,
  'endpoint' | 'key' | 'plural' | 'stepUp' | 'checked'
>) {
  const shared = {
    endpoint,
    right: { key, flag: 'add' },
    source: 'docs/readings.md: imports',
    assumed: true,
  } as const;
  const sent = {
    ...shared,
    session: 'meta',
    accepts: ['xlsx', 'xls'],
    reads: 'sheet',
    meta: z.object({ sid: z.string(), uploadType: z.string() }),
    reply: importReplySchema,
  } as const;
  return {
    importTemplate: defineDownload({
      ...shared,
      action: 'importtemplate',
      summary: `An .xlsx file with the headings for importing ${plural} and one row as an example.`,
      session: 'first',
      effect: 'read',
      args: {},
    }),
    importCheck: defineUpload({
      ...sent,
      action: 'importcheck',
      summary: `What importing these ${plural} would do, and what is wrong with the sheet. Changes nothing.`,
      effect: 'read',
    }),
    importApply: defineUpload({
      ...sent,
      action: 'importapply',
      summary: `Imports ${plural}: all rows or none. Records that are there are changed, others added; the same sheet again changes nothing.`,
      effect: 'outside',
      ...(stepUp && { stepUp: { kind: stepUp } }),
      ...(checked && { checked }),
    }),
    importProgress: defineCall({
      ...shared,
      action: 'importprogress',
      summary: `How far the caller's own import of ${plural} is.`,
      session: 'first',
      effect: 'read',
      args: {},
      reply: importProgressSchema,
    }),
  };
}
