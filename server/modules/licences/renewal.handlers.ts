import * as calls from '#contract/licences/renewal.ts';
import type { RequiredRow } from '#contract/licences/renewal.ts';
import { LICENCE_TEXTS } from '#domain/licences/licences.ts';
import { RENEWAL_CODES, type RenewalCode } from '#domain/licences/renewal.ts';
import { licenceDocuments, type Letterheads } from '#server/modules/masters/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { Acting, Database, Executor } from '#server/platform/database.ts';
import {
  handle,
  handleByKey,
  type Admission,
  type AdmitContext,
  type Bound,
} from '#server/platform/dispatch/handler.ts';
import { CodedRefusal, Refusal } from '#server/platform/dispatch/problems.ts';
import { findRequirement, renewalPage } from './documents.sql.ts';
import { hashOfKey } from './keys.ts';
import { countBytes, countUpload, findKey, holdKey, type FoundKey } from './keys.sql.ts';

const refusal = (code: RenewalCode) => new CodedRefusal(code, RENEWAL_CODES[code]);
const DONE = { err: '', msg: 'LIC0000' } as const satisfies { err: string; msg: RenewalCode };

/** The entity of a key. Every key that does not work is refused alike, by the same steps. */
async function entityOf(on: Executor, key: string): Promise<FoundKey> {
  const found = await findKey(on, hashOfKey(key));
  if (found === undefined) throw refusal('LIC0001');
  return found;
}

/** Whoever has a key acts for its entity alone. */
const actingFor = (
  key: FoundKey,
  call: string,
  { requestId, address }: Pick<AdmitContext, 'requestId' | 'address'>,
): Acting => ({
  scope: [key.entity],
  actor: null,
  branch: key.entity,
  call,
  request: requestId,
  address,
});

/** Why no document of this kind can be sent now; null if one can. */
async function uploadRefusal(on: Executor, key: FoundKey, kind: number): Promise<Refusal | null> {
  const found = await findRequirement(on, key.entity, kind);
  if (found?.required !== true) return new Refusal(LICENCE_TEXTS.notRequired);
  return found.may_upload ? null : refusal('LIC0002');
}

interface Renewal extends Admission {
  readonly key: FoundKey;
}

/** Lets an upload in: the key works, the document is asked for, and the key has an upload left today. */
function admitUpload({ RENEWAL_UPLOADS_PER_DAY: uploads, RENEWAL_BYTES_PER_DAY: bytes }: Config) {
  return async (
    context: AdmitContext,
    { docid, entitykey }: { readonly docid: number; readonly entitykey: string },
  ): Promise<Renewal> => {
    const { db } = context;
    const key = await entityOf(db.read, entitykey);
    const refused = await uploadRefusal(db.read, key, docid);
    if (refused !== null) throw refused;
    // Taken before the upload is counted, so that one that has to wait costs nothing of the day.
    context.takePlace(`renewal of entity ${key.entity}`);
    const acting = actingFor(key, 'licrenewaldoc.uploadlicense', context);
    const counted = await db.write(acting, (tx) => countUpload(tx, key, { uploads, bytes }));
    if (counted === undefined) throw refusal('LIC0004');
    return {
      key,
      scope: [key.entity],
      takeBytes: async (size) => {
        const isWithin = await db.write(acting, (tx) => countBytes(tx, key, counted.day, size, bytes));
        if (!isWithin) throw refusal('LIC0004');
      },
    };
  };
}

async function removeFor(db: Database, acting: Acting, key: FoundKey, kind: number): Promise<void> {
  await db.write(acting, async (tx) => {
    if (!(await holdKey(tx, key))) throw refusal('LIC0001');
    const named = { entity: key.entity, kind };
    if ((await licenceDocuments.removePageDocument(tx, named)) !== undefined) return;
    const found = await findRequirement(tx, key.entity, kind);
    if (found?.status === 'A') throw refusal('LIC0003');
    if (found?.via === 'staff') throw new Refusal(LICENCE_TEXTS.notFromPage);
  });
}

/** The renewal page: whoever has the link of an entity sends its documents. */
export const renewalHandlers = (config: Config, letterheads: Letterheads): readonly Bound[] => [
  handle(calls.pendingDocuments, async ({ db }, { page: { entityKey, withLogo } }) => {
    const key = await entityOf(db.read, entityKey);
    const { name, licence_to, documents } = await renewalPage(db.read, key.entity);
    const head = await letterheads(db.read);
    return {
      ...DONE,
      documents: documents as RequiredRow[],
      entityId: key.entity_id,
      entityName: name,
      licenceTo: licence_to,
      company: head.company.name,
      contact1: head.company.contact1,
      contact2: head.company.contact2,
      logo: withLogo === true && head.logo !== null ? head.logo.toString('base64') : '',
    };
  }),

  handle(calls.renewalContacts, async ({ db }) => {
    const { name, contact1, contact2 } = (await letterheads(db.read)).company;
    return { company: name, contact1, contact2 };
  }),

  handle(calls.removeDocument, async ({ db, requestId, address }, { document }) => {
    const key = await entityOf(db.read, document.entityKey);
    if (key.entity_id !== document.entityId.trim().toUpperCase()) throw refusal('LIC0001');
    const acting = actingFor(key, 'franchise.removedoc', { requestId, address });
    await removeFor(db, acting, key, document.kind);
    return DONE;
  }),

  handleByKey(
    calls.uploadLicence,
    admitUpload(config),
    async ({ tx, file, admitted: { key } }, { docid }) => {
      if (!(await holdKey(tx, key))) throw refusal('LIC0001');
      const named = { entity: key.entity, kind: docid };
      const added = file === null ? undefined : await licenceDocuments.addPageDocument(tx, named, file);
      if (added === undefined) throw (await uploadRefusal(tx, key, docid)) ?? refusal('LIC0002');
      return DONE;
    },
  ),
];
