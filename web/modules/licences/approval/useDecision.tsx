import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { decideLicenceDocument, type LicenceDocument } from '#contract/licences/approval.ts';
import { LICENCE_LIMITS, LICENCE_TEXTS } from '#domain/licences/licences.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { licencesText } from '#web/texts/licences.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { requirementsKey } from './RequiredChips.tsx';

const text = licencesText.ask;

interface Question {
  readonly row: LicenceDocument;
  readonly status: 'A' | 'R';
  /** The last day of an approved document, as typed. */
  readonly expiry: string;
}

interface DecisionOptions {
  readonly filters: {
    readonly entityFilter: string;
    readonly statusFilter: '' | LicenceDocument['status'];
  };
  /** Called with the document as it stands after the decision. */
  readonly onDecided: (row: LicenceDocument, decided: LicenceDocument) => void;
  /** Called after a refusal, so that the list shows how things stand. */
  readonly onRefused: () => void;
}

/** Asks before a decision, for a reason if it rejects, and makes it about the state that the user has seen. */
export function useDecision({ filters, onDecided, onRefused }: DecisionOptions) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Question | null>(null);
  const [submission] = useState(makeSubmission);
  const [modal, showProblem] = useProblem();

  async function decide({ row, status, expiry }: Question, reason: string): Promise<boolean> {
    const decision = {
      lineNo: row.lineNo,
      status,
      entity: row.entityId,
      ...filters,
      reason: reason,
      ...(expiry === '' ? {} : { expires: expiry }),
    };
    try {
      const { reply, version } = await call(
        decideLicenceDocument,
        { decision },
        { version: row.version, idempotencyKey: submission.keyFor([decision, row.version]) },
      );
      submission.done();
      void client.invalidateQueries({ queryKey: requirementsKey(row.entityId) });
      const statusName = licencesText.statuses[status];
      const changed = { ...row, status, statusName, reason, version: version ?? row.version + 1 };
      // The filter of the list may leave the document out of the reply.
      onDecided(row, reply.documents.find(({ lineNo }) => lineNo === row.lineNo) ?? changed);
      return true;
    } catch (error) {
      showProblem(error);
      onRefused();
      return false;
    }
  }

  const about = asked === null ? '' : text.about(asked.row.kindName, asked.row.entityName);
  const isRejecting = asked?.status === 'R';
  const question: ReactNode = (
    <>
      <ConfirmModal
        opened={asked?.status === 'A'}
        title={text.approveTitle}
        confirm={text.yes}
        cancel={text.no}
        onConfirm={() => (asked === null ? undefined : decide(asked, ''))}
        onClose={() => setAsked(null)}
      >
        {about}
      </ConfirmModal>
      <ConfirmModal
        opened={isRejecting}
        title={text.rejectTitle}
        confirm={text.yes}
        cancel={text.no}
        danger
        askReason={{ label: text.reason, missing: LICENCE_TEXTS.noReason, maxLength: LICENCE_LIMITS.reason }}
        onConfirm={(reason) => (asked === null ? undefined : decide(asked, reason))}
        onClose={() => setAsked(null)}
      >
        {about}
      </ConfirmModal>
      {modal}
    </>
  );
  return {
    question,
    ask: (row: LicenceDocument, status: 'A' | 'R', expiry = '') => setAsked({ row, status, expiry }),
  };
}
