import { confirmDelivery } from '#contract/notes/delivery.ts';
import { approveRequest } from '#contract/requests/desk.ts';
import { proofOfDelivery } from '#contract/requests/documents.ts';
import { paymentLinkState, sendPaymentLink } from '#contract/payments/payments.ts';
import type { QueueRow } from '#contract/home/queue.ts';
import { TEXTS } from '#domain/messages.ts';
import type { Level } from '#domain/requests/approval.ts';
import { PROOF_MISSING } from '#domain/requests/documents.ts';
import { homeText } from '#web/texts/home.ts';
import type { Proof } from '#web/patterns/proof/ProofOfDelivery.tsx';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { RefusedError } from '#web/wire/problems.ts';
import { upload } from '#web/wire/upload.ts';

/** The calls of the rows' actions, loaded when the first row is focused. Each returns the news of its success. */

export async function approveRow({ srno, version, name }: QueueRow, level: Level): Promise<string> {
  await call(approveRequest, { level, srno }, { version, idempotencyKey: newIdempotencyKey() });
  return homeText.queue.approved(srno, name);
}

/** Proofs that are stored already, so that a repeated delivery does not send them again. */
const stored = new WeakSet<File>();

/** Stores the proof before the delivery, which the server refuses without it. */
export async function proveStop(row: QueueRow, { file, receivedBy }: Proof): Promise<string> {
  if (file === null) throw new RefusedError(PROOF_MISSING);
  if (!stored.has(file)) await upload(proofOfDelivery, { srno: row.srno, remark: receivedBy.trim() }, file);
  stored.add(file);
  return confirmStop(row);
}

/** Puts the payment link of a request into the clipboard. The server gives it only while somebody can pay by it. */
export async function copyLink({ srno }: QueueRow): Promise<string> {
  const { url } = (await call(paymentLinkState, { srno })).reply;
  if (url === '') throw new RefusedError(homeText.queue.noLink);
  // A page without TLS may not write to the clipboard.
  if (navigator.clipboard === undefined) return url;
  await navigator.clipboard.writeText(url);
  return homeText.queue.copied;
}

export async function sendLink({ srno }: QueueRow): Promise<string> {
  await call(sendPaymentLink, { srno });
  return TEXTS.linkSent;
}

export async function confirmStop({ srno }: QueueRow): Promise<string> {
  const options = { idempotencyKey: newIdempotencyKey() };
  return (await call(confirmDelivery, { srno, counted: undefined }, options)).reply.msg;
}
