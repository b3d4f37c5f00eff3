import { buffer } from 'node:stream/consumers';
import * as calls from '#contract/masters/company.ts';
import { COMPANY_RULES } from '#domain/masters/company.ts';
import { fieldProblems } from '#domain/rules.ts';
import { refuseStale } from '#server/platform/record.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { companyStatements as statements } from './company.sql.ts';

/** A logo is printed a few centimetres wide. A larger file only makes every document slow. */
const MAX_LOGO_BYTES = 1_048_576;

/** The company profile; the logo's bytes are in the object store. */
export const companyHandlers = (store: ObjectStore): readonly Bound[] => [
  handle(calls.companyDetail, async ({ db }) => {
    const { body, version } = await statements.detail(db.read);
    return Reply.json(body, { version });
  }),

  handle(calls.companySave, async ({ tx, caller, version }, { record }) => {
    const [problem] = fieldProblems(COMPANY_RULES, record);
    if (problem !== undefined) throw new Refusal(problem.message);
    const locked = await statements.lock(tx);
    refuseStale(version, locked);
    const saved = await statements.save(tx, record, caller);
    return Reply.of({ err: '', msg: 'Saved.', srno: 1 }, { version: saved.version });
  }),

  handle(calls.companyLogo, async ({ db }) => {
    const logo = await statements.logo(db.read);
    if (logo === null) return { content: '', type: '', filename: '' };
    const bytes = await buffer(await store.get(logo.hash));
    return { content: bytes.toString('base64'), type: logo.mime, filename: logo.fileName };
  }),

  handle(calls.companyLogoRemove, async ({ tx, caller }) => {
    await statements.setLogo(tx, null, caller);
    return { err: '', msg: 'Saved.', srno: 1 };
  }),

  handle(calls.companyLogoUpload, async ({ tx, caller, file }) => {
    if (file !== null && file.bytes > MAX_LOGO_BYTES)
      throw new Refusal('Please select a logo within 1 MB size.');
    await statements.setLogo(tx, file, caller);
    return { error: '' };
  }),
];
