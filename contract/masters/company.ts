import * as z from 'zod/mini';
import { defineCall, defineUpload } from '../define.ts';
import { json, typedCode, typedText, yesOrNo } from '../fields.ts';
import { lastChangeFields } from '../master.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The company profile: one record, printed at the head of every document. */

const companyOf = <Text extends z.ZodMiniType, Code extends z.ZodMiniType>(text: Text, code: Code) =>
  ({
    name: text,
    address1: text,
    address2: text,
    address3: text,
    licence: text,
    gstin: code,
    contact1: text,
    contact2: text,
  }) as const;
const companyInputSchema = named('co_', companyOf(typedText, typedCode));
export const companyDetailSchema = named('co_', {
  ...companyOf(z.string(), z.string()),
  hasLogo: yesOrNo,
  ...lastChangeFields,
});

const shared = {
  endpoint: 'company_a.php',
  session: 'first',
  source: 'docs/readings.md: company profile',
  assumed: true,
} as const;
const edit = { key: 'COMPANY', flag: 'edit' } as const;

export const companyDetail = defineCall({
  ...shared,
  action: 'detail',
  summary: 'The company profile; every signed-in user prints documents that bear it.',
  right: 'signed-in',
  effect: 'read',
  args: {},
  reply: companyDetailSchema,
});

export const companySave = defineCall({
  ...shared,
  action: 'save',
  summary: 'Changes the company profile; If-Match guards against overwriting.',
  right: edit,
  effect: 'write',
  args: { record: json(companyInputSchema) },
  reply: savedSchema,
});

export const companyLogo = defineCall({
  ...shared,
  action: 'logo',
  summary: 'The logo in base64 with its type; both empty where there is none.',
  right: 'signed-in',
  effect: 'read',
  args: {},
  reply: named('', {
    content: ['bs64', z.string()],
    type: ['typ', z.string()],
    filename: ['fname', z.string()],
  }),
});

export const companyLogoRemove = defineCall({
  ...shared,
  action: 'logoremove',
  summary: 'Takes the logo away.',
  right: edit,
  effect: 'write',
  args: {},
  reply: savedSchema,
});

export const companyLogoUpload = defineUpload({
  ...shared,
  endpoint: 'upload_a.php',
  action: 'COMPANYLOGO',
  summary: 'Takes a picture as the logo, in place of the one before.',
  session: 'meta',
  right: edit,
  effect: 'outside',
  meta: z.object({ sid: z.string(), uploadType: z.literal('COMPANYLOGO') }),
  reply: z.object({ error: z.string() }),
  accepts: ['jpg', 'jpeg', 'png'],
});
