import type { ArgsOf, Call, Download } from '#contract/define.ts';
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

/** Requests a file and saves it as a browser download. */
export async function download<D extends Download | (Call & { readonly mayBeFile: true })>(
  declared: D,
  args: ArgsOf<D>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<void> {
  const response = await post(declared, args, options);
  const url = URL.createObjectURL(await readFile(response));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition'));
  link.click();
  URL.revokeObjectURL(url);
}
