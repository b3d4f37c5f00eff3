import { afterAll, describe, expect, it } from 'vitest';
import { COMPANY } from '#tools/demo/lookups.ts';
import { pictureSample, windowsProgramSample } from '#tools/testing/samples.ts';
import { openWorld } from '#tools/testing/world.ts';

const world = await openWorld();
const admin = await world.signIn('admin');
afterAll(() => world.close());

const written = Object.fromEntries(Object.entries(COMPANY).map(([name, value]) => [`co_${name}`, value]));
const save = (record: object, headers: Record<string, string> = {}, session = admin) =>
  world.post('company_a.php', [session, 'save', JSON.stringify(record)], headers);
const detail = (session = admin) => world.post('company_a.php', [session, 'detail']);

async function sendLogo(bytes: Buffer, name: string, sid = admin) {
  const form = new FormData();
  form.append('meta', JSON.stringify({ sid, uploadType: 'COMPANYLOGO' }));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${world.url}/api/upload_a.php`, { method: 'POST', body: form });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

describe('company profile', () => {
  it('can be read by every signed-in user, and changed with the right', async () => {
    const sales = await world.signIn('sales.mum');
    expect((await detail(sales)).json).toMatchObject({ ...written, co_haslogo: 0, version: 1 });
    expect((await save(written, {}, sales)).status).toBe(403);
    const saved = await save({ ...written, co_gstin: '27aaaaa0000a1z5' }, { 'if-match': '"1"' });
    expect([saved.json.err, saved.headers.get('etag')]).toEqual(['', '"2"']);
    expect((await detail()).json).toMatchObject({ co_gstin: '27AAAAA0000A1Z5', changedby: 'Asha Rao' });
    expect((await save(written, { 'if-match': '"1"' })).status).toBe(409);
  });

  it.each([
    [{ co_name: ' ' }, 'Please fill mandatory feilds'],
    [{ co_name: 'x'.repeat(101) }, 'Company name can have at most 100 characters.'],
    [{ co_address2: 'x'.repeat(101) }, 'Address line 2 can have at most 100 characters.'],
    [{ co_gstin: '27AAAAA0000A1X5' }, 'GSTIN must be 15 characters, such as 27AAAAA0000A1Z5.'],
    [{ co_contact2: 'x'.repeat(101) }, 'Contact line 2 can have at most 100 characters.'],
  ])('refuses %j', async (wrong, err) => {
    expect((await save({ ...written, ...wrong })).json).toEqual({ err });
  });

  it('accepts a picture as its logo, returns it byte for byte, and removes it', async () => {
    const png = await pictureSample('png');
    const before = (await detail()).json.version;
    expect((await sendLogo(png, 'logo.png')).json).toEqual({ error: '' });
    const sales = await world.signIn('sales.mum');
    const { json } = await world.post('company_a.php', [sales, 'logo']);
    expect(json).toEqual({ bs64: png.toString('base64'), typ: 'image/png', fname: 'logo.png' });
    expect((await detail()).json).toMatchObject({ co_haslogo: 1, version: before });
    expect((await world.post('company_a.php', [admin, 'logoremove'])).json.err).toBe('');
    expect((await world.post('company_a.php', [sales, 'logo'])).json).toEqual({
      bs64: '',
      typ: '',
      fname: '',
    });
    expect((await world.post('company_a.php', [sales, 'logoremove'])).status).toBe(403);
  });

  it('refuses a file that is not a picture, a large file, and a user without the right', async () => {
    expect((await sendLogo(windowsProgramSample(), 'logo.png')).json).toEqual({
      error: 'The file is damaged or is not what its name says.',
    });
    expect((await sendLogo(await pictureSample('gif'), 'logo.gif')).json).toEqual({
      error: 'This type of file is not allowed.',
    });
    const large = Buffer.concat([await pictureSample('jpeg'), Buffer.alloc(1_048_577)]);
    expect((await sendLogo(large, 'logo.jpg')).json).toEqual({
      error: 'Please select a logo within 1 MB size.',
    });
    const sales = await world.signIn('sales.mum');
    expect((await sendLogo(await pictureSample('png'), 'logo.png', sales)).status).toBe(403);
  });
});
