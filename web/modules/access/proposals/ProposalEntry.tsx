import { Group } from '@mantine/core';
import { useState } from 'react';
import { decisionOf, type Proposal } from '#contract/access/proposals.ts';
import { MAX_PROPOSAL_REMARK_CHARS } from '#domain/access/proposals.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { call, makeSubmission } from '#web/wire/call.ts';
import { useSession } from '#web/wire/session.ts';
import { proposalsText as text } from '#web/texts/proposals.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';

const REMARK = 'proposal-remark';

interface ProposalEntryProps {
  proposal: Proposal;
  onDecided: (msg: string) => Promise<void>;
  onClose: () => void;
}

/** One proposal: what it changes, and the decision. */
export function ProposalEntry({ proposal, onDecided, onClose }: ProposalEntryProps) {
  const { srno, kind, maker } = proposal;
  const isOwn = useSession()?.srno === maker;
  const [remark, setRemark] = useState('');
  const [submission] = useState(makeSubmission);
  const [modal, showProblem] = useProblem();

  async function decide(decision: 'approved' | 'refused' | 'withdrawn'): Promise<void> {
    const given = { srno, decision, remark };
    try {
      const options = { idempotencyKey: submission.keyFor(given) };
      const { reply } = await call(decisionOf(kind), { decision: given }, options);
      await onDecided(reply.msg);
    } catch (error) {
      showProblem(error, `#${REMARK}`);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={text.open(text.kinds[kind], srno)} width="lg">
      {proposal.name === '' ? null : <p>{proposal.name}</p>}
      <Differences proposal={proposal} />
      {isOwn ? (
        <Notice meaning="info">{text.own}</Notice>
      ) : (
        <TextField
          id={REMARK}
          label={text.remark}
          description={text.remarkHint}
          maxLength={MAX_PROPOSAL_REMARK_CHARS}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap={8} mt={16}>
        {isOwn ? (
          <ActionButton variant="default" onPress={() => decide('withdrawn')}>
            {text.withdraw}
          </ActionButton>
        ) : (
          <>
            <ActionButton variant="default" onPress={() => decide('refused')}>
              {text.refuse}
            </ActionButton>
            <ActionButton onPress={() => decide('approved')}>{text.approve}</ActionButton>
          </>
        )}
      </Group>
      {modal}
    </Dialog>
  );
}

const wordOf = (field: string) => {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function Differences({ proposal }: { proposal: Proposal }) {
  return (
    <PlainTable label={text.difference}>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {proposal.changes.flatMap(({ action, difference }, at) => [
          <tr key={`${at} ${action}`}>
            <th scope="rowgroup" colSpan={3}>
              {wordOf(action)}
            </th>
          </tr>,
          ...difference.map(({ field, before, after }) => (
            <tr key={`${at} ${action} ${field}`}>
              <th scope="row">{wordOf(field)}</th>
              <td>{before ?? text.nothing}</td>
              <td>{after ?? text.nothing}</td>
            </tr>
          )),
        ])}
      </tbody>
    </PlainTable>
  );
}
