import type pg from 'pg';
import * as approval from '#contract/licences/approval.ts';
import * as links from '#contract/licences/links.ts';
import * as renewal from '#contract/licences/renewal.ts';
import { addKey } from '../licences.ts';
import { pdfSample } from '../samples.ts';
import { sample, uploadSample, type ModuleSamples, type Place, type Setting } from './sample.ts';

/** A kind of document that no other sample adds to a place. */
const PAGE_KIND = 7;

/** A franchise user sees the own documents; only head office and branches decide and send links. */
const DECIDED_BY = { named: ['A', 'B'] } as const;

/** A document of the place with its mark in its name, and its bytes in the store. */
async function documentAt({ database, store, place }: Setting): Promise<number> {
  const { hash, bytes } = await store.put(pdfSample());
  return addDocument(database, place, hash, bytes);
}
async function addDocument(database: pg.Client, place: Place, hash: string, bytes: number): Promise<number> {
  const { rows } = await database.query<{ srno: number }>(
    `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes)
     values ($1, 8, $2, 'pdf', $3, $4) returning srno`,
    [place.srno, `deed ${place.mark}.pdf`, hash, bytes],
  );
  return rows[0]?.srno ?? 0;
}

/** An entity that a link can be sent to, however many were sent before. */
async function linkedPlace({ database, place }: Setting): Promise<{ entity: { entity: string } }> {
  await database.query(
    `update masters.entity set email = 'sample@bureau.example' where srno = $1 and email = ''`,
    [place.srno],
  );
  await database.query(
    `insert into masters.entity_required (entity, kind, required) values ($1, ${PAGE_KIND}, true)
     on conflict (entity, kind) do update set required = true`,
    [place.srno],
  );
  await database.query(
    `update licences.renewal_key set made_at = made_at - interval '2 days' where entity = $1`,
    [place.srno],
  );
  return { entity: { entity: place.id } };
}

export const licencesSamples: ModuleSamples = {
  async prepare(database, places) {
    for (const place of places) await addDocument(database, place, 'a'.repeat(64), 10);
  },
  samples: [
    // Requests without a session, each with a key. The page shows its holder the entity, so it is none of the places.
    sample(renewal.pendingDocuments, 'none', async ({ database }) => {
      const { rows } = await database.query<{ srno: number }>(
        `select srno from masters.entity where id = 'GOA'`,
      );
      return { page: { entityKey: await addKey(database, rows[0]?.srno ?? 0), withLogo: true } };
    }),
    sample(renewal.renewalContacts, 'none', () => ({})),
    sample(renewal.removeDocument, 'none', async ({ database, place }) => ({
      document: { kind: PAGE_KIND, entityId: place.id, entityKey: await addKey(database, place.srno) },
    })),
    uploadSample(
      renewal.uploadLicence,
      'none',
      async (setting) => {
        await linkedPlace(setting);
        return { docid: PAGE_KIND, entitykey: await addKey(setting.database, setting.place.srno) };
      },
      () => ({ name: 'licence.pdf', bytes: pdfSample() }),
    ),
    sample(approval.licenceEntities, { lists: ['A', 'B', 'F'] }, () => ({})),
    sample(approval.listLicenceDocuments, { lists: ['A', 'B', 'F'] }, () => ({
      search: { entityFilter: '', statusFilter: 'ALL' as const },
      page: { limit: 500 },
    })),
    sample(approval.decideLicenceDocument, DECIDED_BY, async (setting) => {
      return {
        decision: {
          lineNo: await documentAt(setting),
          status: 'R' as const,
          entity: setting.place.id,
          entityFilter: '',
          statusFilter: '' as const,
          reason: setting.word,
        },
      };
    }),
    sample(approval.viewLicenceDocument, 'named', async (setting) => {
      return { document: { lineNo: await documentAt(setting) } };
    }),
    sample(approval.downloadLicenceDocument, 'named', async (setting) => {
      return { document: { lineNo: await documentAt(setting) } };
    }),
    sample(links.renewalLink, 'named', linkedPlace),
    sample(links.sendRenewalLink, DECIDED_BY, linkedPlace),
    sample(links.revokeRenewalLink, DECIDED_BY, linkedPlace),
    sample(links.requiredDocuments, 'named', ({ place }) => ({ entity: { entity: place.id } })),
    sample(links.saveRequired, DECIDED_BY, ({ place }) => ({
      requirement: { entity: place.id, kind: 9, isRequired: true },
    })),
  ],
};
