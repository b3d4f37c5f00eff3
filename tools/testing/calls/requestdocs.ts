import { proofOfDelivery, requestDocuments as calls, requestPaper } from '#contract/requests/documents.ts';
import { addApproved } from '../notes.ts';
import { pdfSample, pictureSample } from '../samples.ts';
import { sample, uploadSample, type ModuleSamples, type Setting } from './sample.ts';

/** Creates a request of the place, with the mark in its texts, and returns its number. */
async function requestAt({ database, place, word }: Setting, submitted: boolean): Promise<number> {
  const made = await database.query<{ srno: number }>(
    `with made as (
       insert into requests.request (ref_no, first_hash, branch, type, traveller_name, scheme, forex_total, grand_total,
         received, submitted, submitted_at, made_on, made_by, makers)
       values ('documents ' || $2, sha256(convert_to($2, 'UTF8')), $1, 'SP', 'Traveller ' || $3, 'FULL', 100, 100,
         case when $4 then 100 else 0 end, $4, case when $4 then now() end, current_date, 1, '{1}') returning srno
     ), line as (
       insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount)
       select srno, 1, 'CN', 'USD', 1, 100, 100 from made
     )
     select srno from made`,
    [place.srno, word, place.mark, submitted],
  );
  return made.rows[0]?.srno ?? 0;
}

/** A document of a request of the place, with its bytes in the store and the mark in its name. */
export async function documentAt(setting: Setting, submitted = false) {
  const { database, store, place } = setting;
  const { hash, bytes } = await store.put(pdfSample());
  const filename = `passport ${place.mark}.pdf`;
  const request = await requestAt(setting, submitted);
  const made = await database.query<{ srno: number }>(
    `insert into requests.document (request, kind, file_name, extension, hash, bytes)
     values ($1, 1, $2, 'pdf', $3, $4) returning srno`,
    [request, filename, hash, bytes],
  );
  return { request, srno: made.rows[0]?.srno ?? 0, filename };
}
async function namedDocument(setting: Setting) {
  const { srno, filename } = await documentAt(setting);
  return { document: { srno, filename, docid: 1 } };
}

export const requestDocumentSamples: ModuleSamples = {
  samples: [
    sample(calls.kinds, 'none', () => ({})),
    uploadSample(
      calls.upload,
      'named',
      async (setting) => ({
        srno: await requestAt(setting, false),
        pageright: 'NEWTRANREQUEST',
        docid: 1,
        remark: 'front',
      }),
      () => ({ name: 'passport.pdf', bytes: pdfSample() }),
    ),
    uploadSample(
      proofOfDelivery,
      'named',
      async ({ database, place }) => {
        const [srno = 0] = await addApproved(database, { branch: place.id, deliveryExecutive: '' });
        return { srno, remark: 'the customer' };
      },
      async () => ({ name: 'signature.png', bytes: await pictureSample('png') }),
    ),
    sample(calls.view, 'named', namedDocument),
    sample(calls.download, 'named', namedDocument),
    sample(calls.remove, 'named', namedDocument),
    sample(requestPaper, 'named', async (setting) => ({
      srno: await requestAt(setting, true),
      kind: 'memo' as const,
    })),
  ],
};
