import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#tools/testing/desk.ts';
import { addApproved, stockVault } from '#tools/testing/notes.ts';
import { pricedRequest } from '#tools/testing/requests.ts';
import { pdfSample, pictureSample } from '#tools/testing/samples.ts';

/** The proof of a delivery: with the setting a delivery needs a signature or a photo. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(['bm.mum', 'dlv1.mum', 'dlv2.mum', 'sales.mum'], { PROOF_OF_DELIVERY: 'on' });
  await stockVault(desk.database.admin, { USD: 10_000 });
});
afterAll(() => desk.close());

const MISSING = { err: 'Please take a signature or a photo first.' };
const deliver = async (srno: number, user = 'dlv1.mum') =>
  (await desk.ask(user, 'delivery_a.php', ['deliver', String(srno)])).json;

async function prove(srno: number, name: string, bytes: Buffer, user = 'dlv1.mum') {
  const form = new FormData();
  const meta = { sid: desk.sessionOf(user), uploadType: 'PROOF', srno, remark: ' Kavya Iyer ' };
  form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${desk.url}/api/upload_a.php`, { method: 'POST', body: form });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** An approved sale whose notes the executive holds. */
async function onTheRoad(): Promise<{ readonly srno: number; readonly slip: number }> {
  const [srno = 0] = await addApproved(desk.database.admin, {});
  const lines = [{ srno, lno: 1 }];
  const move = JSON.stringify({ moveList: lines, fromemp: 'VMUM', toemp: 'E111' });
  const moved = (await desk.ask('bm.mum', 'cnout_a.php', ['move', move])).json;
  expect(moved.err).toBe('');
  const accept = JSON.stringify({ acceptList: lines, flag: 'Y' });
  expect((await desk.ask('dlv1.mum', 'cnaccept_a.php', ['accept', accept])).json.err).toBe('');
  return { srno, slip: moved['slip'] as number };
}

it('is needed for a delivery and kept as a document of the request', async () => {
  const { srno } = await onTheRoad();
  const steps = (await desk.ask('dlv1.mum', 'delivery_a.php', ['steps', String(srno)])).json;
  expect(steps).toMatchObject({ proof: 1, can: { deliver: { ok: true } } });
  expect(await deliver(srno)).toEqual(MISSING);
  const { json } = await prove(srno, 'signature.png', await pictureSample('png'));
  expect(json).toMatchObject({
    error: '',
    docdetail: [{ docm_desc: 'Proof of delivery', doc_remark: 'Kavya Iyer', doc_filename: 'signature.png' }],
  });
  expect(await deliver(srno)).toMatchObject({ err: '' });
});

it('is asked for on home, and stands on the hand-over slip while the request is delivered', async () => {
  const { srno, slip } = await onTheRoad();
  const queue = (await desk.ask('dlv1.mum', 'home_a.php', ['queue'])).json as unknown as {
    kind: string;
    rows: { srno: number; stop?: { proof: boolean } }[];
  }[];
  const stops = queue.find(({ kind }) => kind === 'deliver')?.rows;
  expect(stops?.find((row) => row.srno === srno)?.stop?.proof).toBe(true);

  const proofs = async () =>
    (await desk.ask('bm.mum', 'cnout_a.php', ['slip', String(slip)])).json['proofs'] as object[];
  await prove(srno, 'blurred.jpg', await pictureSample('jpeg'));
  await prove(srno, 'signature.png', await pictureSample('png'));
  expect(await proofs()).toEqual([]);
  expect(await deliver(srno)).toMatchObject({ err: '' });
  const [proof, ...others] = await proofs();
  expect(others).toEqual([]);
  expect(proof).toMatchObject({ srno, by: 'Kavya Iyer', document: { filename: 'signature.png' } });
  const { document } = proof as { document: object };
  const view = await desk.ask('bm.mum', 'fxrequest_a.php', ['docview', JSON.stringify(document)]);
  expect(view.json).toMatchObject({ typ: 'image/png', fname: 'signature.png' });
  const undo = JSON.stringify({ reason: 'Another address' });
  expect((await desk.ask('bm.mum', 'delivery_a.php', ['undo', String(srno), undo])).json.err).toBe('');
  expect(await proofs()).toEqual([]);
});

it('is a picture, of an approved request in reach, by those who deliver', async () => {
  const { srno } = await onTheRoad();
  const png = await pictureSample('png');
  expect((await prove(srno, 'proof.pdf', pdfSample())).json['error']).not.toBe('');
  expect((await prove(srno, 'signature.png', png, 'sales.mum')).status).toBe(403);
  const draft = (await desk.save(pricedRequest('SP'))).json.srno as number;
  expect((await prove(draft, 'signature.png', png)).json).toMatchObject({
    error: 'The request is not approved at every step.',
  });
  expect(await deliver(srno)).toEqual(MISSING);
});

it('of a delivery that was taken back does not count for the next one', async () => {
  const { srno } = await onTheRoad();
  await prove(srno, 'photo.jpg', await pictureSample('jpeg'));
  expect(await deliver(srno)).toMatchObject({ err: '' });
  const undo = JSON.stringify({ reason: 'Another address' });
  expect((await desk.ask('bm.mum', 'delivery_a.php', ['undo', String(srno), undo])).json.err).toBe('');
  expect(await deliver(srno)).toEqual(MISSING);
});
