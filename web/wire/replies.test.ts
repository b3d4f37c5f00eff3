import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { readFile } from './download.ts';
import { readReply } from './post.ts';
import { readUploadReply } from './upload.ts';

const FAILED = 'Upload error. Try again.';
const PAGE = '<html><body>502 Bad Gateway</body></html>';
const SCRIPT_PAGE = '<b>Warning</b>: cannot open file in /srv/upload_a.php on line 12';

const alert = vi.fn<(text: string) => void>();
beforeEach(() => vi.stubGlobal('window', { alert }));
afterEach(() => {
  vi.unstubAllGlobals();
  alert.mockClear();
});

const messageFrom = async (read: () => unknown): Promise<string> => {
  try {
    await read();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('the reply to an upload', () => {
  test.each([
    ['000 §7', 'a page instead of a reply', 200, PAGE, FAILED],
    ['000 §7', 'an empty reply', 200, '', FAILED],
    ['000 §7', 'a reply that is no object', 200, 'null', FAILED],
    ['000 §7', 'a page of a proxy', 502, PAGE, FAILED],
    ['000 §7', 'a file that a proxy finds too large', 413, PAGE, FAILED],
    [
      '000 §7',
      'a fault, whose number is kept',
      500,
      JSON.stringify({ status: 'ERR0000', err: MESSAGES.ERR0000, incident: 'a1b2' }),
      `${FAILED}\nIncident a1b2`,
    ],
    [
      '000 §7',
      'a right that is missing, whose reason is kept',
      403,
      JSON.stringify({ err: 'You have no right to do this.' }),
      `${FAILED}\nYou have no right to do this.`,
    ],
    ['001 §5', 'a refusal, which has its own text', 200, JSON.stringify({ error: 'No.' }), 'No.'],
    ['000 §7', 'the end of the session', 401, JSON.stringify({ status: 'MSG0002' }), MESSAGES.MSG0002],
    ['000 §7', 'a success', 200, JSON.stringify({ error: '', message: 'Done' }), ''],
  ])('%s: %s', async (_, __, status, text, shown) => {
    expect(await messageFrom(() => readUploadReply({ status, text }, 's'))).toBe(shown);
    expect(alert).not.toHaveBeenCalled();
  });
});

describe('the reply to a download', () => {
  const reply = (text: string, headers: Record<string, string>) => new Response(text, { headers });
  const attached = { 'content-disposition': 'attachment; filename="list.xlsx"' };
  test.each([
    ['000 §7', 'a page', PAGE, { 'content-type': 'text/html' }, MESSAGES.ERR0000],
    [
      '000 §7',
      'a page under the name of a file',
      PAGE,
      { ...attached, 'content-type': 'text/html' },
      MESSAGES.ERR0000,
    ],
    ['000 §7', 'a text that is no file', 'Busy', { 'content-type': 'text/plain' }, MESSAGES.ERR0000],
    ['000 §7', 'a refusal', JSON.stringify({ err: 'No.' }), { 'content-type': 'application/json' }, 'No.'],
    ['000 §7', 'JSON without a refusal', '{}', { 'content-type': 'application/json' }, MESSAGES.ERR0000],
    ['000 §7', 'a file', 'bytes', { ...attached, 'content-type': 'application/pdf' }, ''],
  ])('%s: %s', async (_, __, text, headers, shown) => {
    expect(await messageFrom(() => readFile(reply(text, headers)))).toBe(shown);
    expect(alert).not.toHaveBeenCalled();
  });
});

describe('alerts a raw reply that contains a script name', () => {
  const html = { headers: { 'content-type': 'text/html' } };
  test.each([
    ['000 §7', 'to a call', () => readReply(new Response(SCRIPT_PAGE, html))],
    ['000 §7', 'to an upload', () => readUploadReply({ status: 200, text: SCRIPT_PAGE }, 's')],
    ['000 §7', 'to an upload that fails', () => readUploadReply({ status: 500, text: SCRIPT_PAGE }, 's')],
    ['000 §7', 'to a download', () => readFile(new Response(SCRIPT_PAGE, html))],
  ])('%s: %s', async (_, __, read) => {
    expect(await messageFrom(read)).not.toBe('');
    expect(alert.mock.calls).toEqual([[SCRIPT_PAGE]]);
  });
});
