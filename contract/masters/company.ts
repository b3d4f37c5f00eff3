import * as z from 'zod/mini';
import { defineCall, defineUpload } from '../define.ts';
import { bit, json } from '../fields.ts';
import { changedShape } from '../master.ts';
import { savedSchema } from '../shared.ts';

/** The company profile: one record, printed at the head of every document. */

const company = {
  co_name: z.string(),
  co_address1: z.string(),
  co_address2: z.string(),
  co_address3: z.string(),
  co_licence: z.string(),
  co_gstin: z.string(),
  co_contact1: z.string(),
  co_contact2: z.string(),
} as const;
const companyInputSchema = z.object(company);
const companyDetailSchema = z.object({ ...company, co_haslogo: bit, ...changedShape });

export type CompanyInput = z.infer<typeof companyInputSchema>;
export type CompanyDetail = z.infer<typeof companyDetailSchema>;

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
  reply: z.object({ bs64: z.string(), typ: z.string(), fname: z.string() }),
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
