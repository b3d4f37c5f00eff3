import { entityDocuments } from '#contract/masters/documents.ts';
import { entity as calls, type EntityInput } from '#contract/masters/entity.ts';
import { pdfSample } from '../samples.ts';
import { sample, uploadSample, type ModuleSamples, type Setting } from './sample.ts';

const ALL_REACH = { lists: ['A', 'B'] } as const;
/** A franchise user can view their own entity but not change it. */
const CHANGED_BY = { named: ['A', 'B'] } as const;

/** Head office and branch users name a branch, a franchise user their own franchise. */
const typeOf = ({ place }: Setting) => (place.type === 'F' ? ('F' as const) : ('B' as const));

async function written({ database, place, word, isNew }: Setting): Promise<EntityInput> {
  const found = await database.query<{ country: number; state: number; city: number }>(
    `select country, state, srno as city from masters.city where name = 'Nagpur'`,
  );
  const { country = 0, state = 0, city = 0 } = found.rows[0] ?? {};
  const isFranchise = isNew || place.type === 'F';
  return {
    type: isFranchise ? 'F' : 'B',
    id: isNew ? word.toUpperCase() : place.id,
    name: isNew ? `Sample ${word}` : place.name,
    pan: 'AAAFS1234K',
    active: true,
    country: String(country),
    state: String(state),
    city: String(city),
    address1: '1 Sample Street',
    address2: '',
    address3: '',
    phone: '',
    mobile: '',
    email: 'sample@bureau.example',
    buyPercentage: isFranchise ? '0.75' : '',
    sellPercentage: '1.10',
    controllingBranch: isNew ? place.id : '',
    licenceFrom: '2026-04-01',
    licenceTo: '2027-03-31',
    ibrCut: '0.05',
    ibrSellRate: false,
    rbiLicence: '',
    emailRateCard: true,
    otherDetails: '',
    contactPerson: '',
    currencyChoice: 'S',
    currencies: ['EUR', 'USD'],
    marginType: 'P',
    rateType: 'C',
  };
}

/** A document of the place, with its bytes in the store and the place's mark in its name. */
async function documentAt({ database, store, place }: Setting) {
  const { hash, bytes } = await store.put(pdfSample());
  const filename = `licence ${place.mark}.pdf`;
  const made = await database.query<{ srno: number }>(
    `insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes)
     values ($1, 1, $2, 'pdf', $3, $4) returning srno`,
    [place.srno, filename, hash, bytes],
  );
  return { document: { srno: made.rows[0]?.srno ?? 0, filename } };
}

export const entitySamples: ModuleSamples = {
  samples: [
    sample(calls.list, ALL_REACH, () => ({ type: 'B' as const, page: { limit: 500, sort: 'licto' } })),
    sample(calls.options, ALL_REACH, () => ({ type: 'B' as const, page: { limit: 500 } })),
    sample(calls.franchiseOptions, { lists: ['F'] }, () => ({ branch: '' })),
    sample(calls.detail, 'named', (setting) => ({ entity: { type: typeOf(setting), id: setting.place.id } })),
    sample(calls.save, CHANGED_BY, async (setting) => ({
      id: setting.isNew ? '' : setting.place.id,
      record: await written(setting),
    })),
    sample(calls.exported, ALL_REACH, () => ({ type: 'B' as const })),
    sample(entityDocuments.kinds, 'none', () => ({})),
    sample(entityDocuments.view, 'named', documentAt),
    sample(entityDocuments.download, 'named', documentAt),
    sample(entityDocuments.remove, CHANGED_BY, documentAt),
    uploadSample(
      entityDocuments.upload,
      CHANGED_BY,
      ({ place }) => ({ srno: place.srno, docid: 1 }),
      () => ({ name: 'licence.pdf', bytes: pdfSample() }),
    ),
  ],
};
