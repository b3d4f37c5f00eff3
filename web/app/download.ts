import type { ArgsOf, Call, Download } from '#contract/define.ts';
import { post, readReply, type CallOptions } from './post.ts';

/** The file name a server has written into content-disposition. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? 'download';
}

/** Asks for a file and saves it as the browser saves downloads. */
export async function download<D extends Download | (Call & { readonly mayBeFile: true })>(
  declared: D,
  args: ArgsOf<D>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<void> {
  const response = await post(declared, args, options);
  // A refusal comes as JSON with status 200, like everywhere.
  if (response.headers.get('content-type')?.includes('application/json')) await readReply(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition'));
  link.click();
  URL.revokeObjectURL(url);
}
