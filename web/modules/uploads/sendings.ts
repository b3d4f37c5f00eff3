import { useSyncExternalStore } from 'react';
import { uploadLrs, uploadProfits, uploadPurposes, type UploadReply } from '#contract/uploads/uploads.ts';
import { fileRefusal } from '#domain/files.ts';
import { KINDS, UPLOAD_TEXTS, type UploadKind } from '#domain/uploads/kinds.ts';
import { failedInWords, RefusedError, userMessage } from '#web/wire/problems.ts';
import { useSession } from '#web/wire/session.ts';
import { upload } from '#web/wire/upload.ts';

/**
 * What became of the sheet of each kind. It is kept outside of the page, so that an upload goes on while the user works
 * on other pages.
 */
export type Sending =
  | { readonly is: 'choosing'; readonly refusal: string | null }
  | { readonly is: 'chosen'; readonly file: File }
  /** The part of the file that has been sent, from 0 to 1. */
  | { readonly is: 'sending'; readonly file: File; readonly part: number }
  | { readonly is: 'covered'; readonly file: File; readonly reply: UploadReply }
  | { readonly is: 'refused'; readonly file: File; readonly reply: UploadReply }
  | { readonly is: 'cancelled'; readonly file: File }
  | { readonly is: 'failed'; readonly file: File; readonly why: string }
  | { readonly is: 'done'; readonly file: File; readonly reply: UploadReply };

const CALLS = { P: uploadPurposes, L: uploadLrs, T: uploadProfits } as const;
const NOTHING: Sending = { is: 'choosing', refusal: null };

interface Stored {
  readonly session: string;
  readonly sendings: Readonly<Partial<Record<UploadKind, Sending>>>;
}
let stored: Stored = { session: '', sendings: {} };
const underway = new Map<UploadKind, AbortController>();
const watchers = new Set<() => void>();

function set(session: string, kind: UploadKind, sending: Sending): void {
  // What one user chose is not shown to the next one on the same screen.
  const others = stored.session === session ? stored.sendings : {};
  stored = { session, sendings: { ...others, [kind]: sending } };
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const isReply = (reply: unknown): reply is UploadReply =>
  typeof reply === 'object' && reply !== null && 'msg' in reply;

function outcomeOf(file: File, error: unknown): Sending {
  if (error instanceof RefusedError && isReply(error.reply)) {
    const { reply } = error;
    return { is: reply.covered.length > 0 ? 'covered' : 'refused', file, reply };
  }
  return { is: 'failed', file, why: userMessage(failedInWords(error, UPLOAD_TEXTS.failed)) ?? '' };
}

async function send(session: string, kind: UploadKind, file: File, replace: 0 | 1): Promise<void> {
  const own = new AbortController();
  underway.set(kind, own);
  const onProgress = (part: number) => set(session, kind, { is: 'sending', file, part });
  onProgress(0);
  try {
    const meta = { srno: KINDS[kind].serial, ...(replace === 1 && { replace }) };
    const reply = await upload(CALLS[kind], meta as never, file, { signal: own.signal, onProgress });
    set(session, kind, { is: 'done', file, reply });
  } catch (error) {
    set(session, kind, own.signal.aborted ? { is: 'cancelled', file } : outcomeOf(file, error));
  }
}

/** What the window of messages says of a sheet; empty if nothing went wrong. */
export function problemOf(sending: Sending): string {
  if (sending.is === 'choosing') return sending.refusal ?? '';
  if (sending.is === 'failed') return sending.why;
  return sending.is === 'refused' ? [sending.reply.error, sending.reply.message].join('\n').trim() : '';
}

/** The sheets of the page and what can be done with each. */
export function useSendings() {
  const session = useSession()?.session ?? '';
  const { session: owner, sendings } = useSyncExternalStore(watch, () => stored);
  const of = (kind: UploadKind): Sending => (owner === session ? (sendings[kind] ?? NOTHING) : NOTHING);
  return {
    of,
    isSending: owner === session && Object.values(sendings).some(({ is }) => is === 'sending'),
    choose(kind: UploadKind, file: File) {
      const refusal = fileRefusal(file);
      set(session, kind, refusal === null ? { is: 'chosen', file } : { is: 'choosing', refusal });
    },
    takeOff: (kind: UploadKind) => set(session, kind, NOTHING),
    send(kind: UploadKind, replace: 0 | 1 = 0) {
      const sending = of(kind);
      if (sending.is === 'choosing') set(session, kind, { is: 'choosing', refusal: UPLOAD_TEXTS.noFile });
      else if (sending.is !== 'sending') void send(session, kind, sending.file, replace);
    },
    cancel: (kind: UploadKind) => underway.get(kind)?.abort(),
  };
}
export type Sendings = ReturnType<typeof useSendings>;
