import type { ArgsOf } from '#contract/define.ts';
import { fileNameOf, readFile, saveFile, type FileCall } from './download.ts';
import { post } from './post.ts';

/** The frame of the paper that was printed last. It stays, because the browser reads it while its dialog is open. */
let last: HTMLIFrameElement | undefined;

function discardLast(): void {
  if (last === undefined) return;
  URL.revokeObjectURL(last.src);
  last.remove();
  last = undefined;
}

/**
 * Requests a paper and opens the print dialog of the browser with it, so that what is printed is the file itself. A
 * browser that shows no PDF saves it.
 */
export async function printFile<D extends FileCall>(declared: D, args: ArgsOf<D>): Promise<void> {
  const response = await post(declared, args, {});
  const paper = await readFile(response);
  if (!navigator.pdfViewerEnabled)
    return saveFile(paper, fileNameOf(response.headers.get('content-disposition')));
  discardLast();
  const frame = document.createElement('iframe');
  frame.className = 'visually-hidden';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = URL.createObjectURL(paper);
  const print = () => {
    const focused = document.activeElement;
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
    // The keys belong to the page again.
    if (focused instanceof HTMLElement) focused.focus();
  };
  frame.addEventListener('load', print, { once: true });
  last = frame;
  document.body.append(frame);
}
