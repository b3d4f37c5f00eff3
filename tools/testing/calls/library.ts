import * as library from '#contract/library/documents.ts';
import { addLibraryDocument } from '../library.ts';
import { pdfSample } from '../samples.ts';
import { excessSample, sample, uploadSample, type ModuleSamples, type Setting } from './sample.ts';

/** A document of the place, with its bytes in the store. */
async function documentAt({ database, store, place }: Setting): Promise<{ srno: number; filename: string }> {
  const { hash } = await store.put(pdfSample());
  const filename = `licence ${place.mark}.pdf`;
  const name = `Licence ${place.mark}`;
  const srno = await addLibraryDocument(database, { name, branch: place.id, hash, fileName: filename });
  return { srno, filename };
}

const details = ({ place, word }: Setting) => ({
  name: `Process ${word}`,
  category: 'P' as const,
  dated: '2026-02-01',
  byWhom: 'Operations',
  visible: 'B' as const,
  branch: place.id,
  active: true,
});

export const librarySamples: ModuleSamples = {
  async prepare(database, places) {
    for (const { id, mark } of places)
      await addLibraryDocument(database, {
        name: `Before ${mark}`,
        category: 'A',
        sub1: `Sub ${mark}`,
        dated: '1999-01-01',
        expires: '2000-01-01',
        branch: id,
      });
  },
  samples: [
    sample(library.listDocuments, { lists: ['A', 'B', 'F'] }, () => ({
      search: {
        mode: 'V' as const,
        period: 'PERIOD' as const,
        from: '1999-01-01',
        to: '1999-01-01',
      },
    })),
    sample(library.documentEntities, { lists: ['A', 'B', 'F'] }, () => ({})),
    sample(library.expiringDocuments, { lists: ['B', 'F'] }, () => ({})),
    sample(library.documentSubCategories, { lists: ['B', 'F'] }, () => ({})),
    excessSample(library.addDocument, 'named', (setting) => ({ document: details(setting) }), {
      'a unified document': (setting) =>
        setting.caller.type === 'A' ? null : { document: { ...details(setting), visible: 'U' as const } },
    }),
    excessSample(
      library.saveDocument,
      'named',
      async (setting) => ({ document: { ...details(setting), srno: (await documentAt(setting)).srno } }),
      {
        'a unified document': async (setting) =>
          setting.caller.type === 'A'
            ? null
            : { document: { ...details(setting), srno: await addLibraryDocument(setting.database) } },
      },
    ),
    sample(library.documentDetail, 'named', async (setting) => ({
      document: { srno: (await documentAt(setting)).srno },
    })),
    uploadSample(
      library.uploadDocument,
      'named',
      async (setting) => ({ srno: (await documentAt(setting)).srno }),
      () => ({ name: 'licence.pdf', bytes: pdfSample() }),
    ),
    sample(library.viewDocument, 'named', async (setting) => ({ document: await documentAt(setting) })),
    sample(library.downloadDocument, 'named', async (setting) => ({ document: await documentAt(setting) })),
  ],
};
