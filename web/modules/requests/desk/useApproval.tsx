import { useState } from 'react';
import { approveRequest, type RequestRow } from '#contract/requests/desk.ts';
import { formatRupees } from '#domain/numbers.ts';
import type { Level } from '#domain/requests/approval.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { deskText } from '#web/texts/desk.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import styles from './Desk.module.css';
import { customerOf, typeName } from './state.ts';

const text = deskText.approve;

interface ApprovalQuestion {
  readonly level: Level;
  readonly row: RequestRow;
}

interface ApprovalEvents {
  onDone: (asked: ApprovalQuestion, msg: string) => void;
  onFailed: (error: unknown) => void;
}

/** Returns `[modal, ask]`. An approval is confirmed once, in a question that Enter accepts, and then sent. */
export function useApproval({ onDone, onFailed }: ApprovalEvents) {
  const [asked, setAsked] = useState<ApprovalQuestion | null>(null);

  async function approve(given: ApprovalQuestion): Promise<void> {
    const { level, row } = given;
    try {
      const { reply } = await call(
        approveRequest,
        { level, srno: row.srno },
        { version: row.version, idempotencyKey: newIdempotencyKey() },
      );
      onDone(given, reply.msg);
    } catch (error) {
      onFailed(error);
    }
  }

  const modal =
    asked === null ? null : (
      <ConfirmModal
        opened
        title={text.title(asked.level)}
        confirm={text.confirm(asked.level)}
        onConfirm={() => approve(asked)}
        onClose={() => setAsked(null)}
      >
        <Question row={asked.row} />
      </ConfirmModal>
    );
  return [modal, (level: Level, row: RequestRow) => setAsked({ level, row })] as const;
}

function Question({ row }: { row: RequestRow }) {
  return (
    <>
      <p className={styles.asked}>{text.question(row.srno, customerOf(row))}</p>
      <p className={styles.asked}>
        {typeName(row)} · {row.branchName} · <strong>{formatRupees(row.grandTotal)}</strong>
      </p>
      <p className={styles.quiet}>{text.noUndo}</p>
    </>
  );
}
