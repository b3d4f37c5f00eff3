import type { ArgsOf, Call, Download } from '#contract/define.ts';
import { bytesOf } from '#domain/bytes.ts';
import { MESSAGES } from '#domain/messages.ts';
import { networkErrorOf, post, readReply, type CallOptions } from './post.ts';
import { CallError } from './problems.ts';

/** The file name in the content-disposition header. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? 'download';
}

/** A proxy can send its HTML page with any headers. The server itself never sends HTML as a reply. */
const isPage = (type: string) => /html/i.test(type);

/**
 * Returns the file in a successful response. A refusal is JSON with status 200, like in other calls; an HTML page is
 * not a file.
 */
export async function readFile(response: Response): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  const isAttached = /^\s*attachment/i.test(response.headers.get('content-disposition') ?? '');
  if (!isAttached || isPage(type) || type.includes('application/json')) {
    await readReply(response);
    throw new CallError(response.status, MESSAGES.ERR0000);
  }
  try {
    return await response.blob();
  } catch (error) {
    throw networkErrorOf(error);
  }
}

/** A call whose reply is a file, or can be one. */
export type FileCall = Download | (Call & { readonly mayBeFile: true });

/** Requests a file and saves it as a browser download. */
export async function download<D extends FileCall>(
  declared: D,
  args: ArgsOf<D>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<void> {
  const response = await post(declared, args, options);
  saveFile(await readFile(response), fileNameOf(response.headers.get('content-disposition')));
}

/** Saves a file that came within a reply. */
export const saveBase64 = (base64: string, name: string): void => saveFile(new Blob([bytesOf(base64)]), name);

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
