import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { newRecoveryCodes, type FactorState } from '#contract/access/factors.ts';
import { call } from '#web/wire/call.ts';
import { factorsText } from '#web/texts/factors.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { FactorPart } from './FactorPart.tsx';
import { useChange, type OnChanged } from './useChange.ts';

const text = factorsText.codes;

/** How many recovery codes are left, and new ones. */
export function CodesPart({ state, onMade }: { state: FactorState; onMade: OnChanged }) {
  const [isAsking, setAsking] = useState(false);
  const [modal, change] = useChange(onMade);
  return (
    <FactorPart title={text.title} text={`${text.text} ${text.left(state.codes)}`}>
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          {text.make}
        </Button>
      </Group>
      <ConfirmModal
        opened={isAsking}
        title={text.makeTitle}
        confirm={text.make}
        onConfirm={() => change(() => call(newRecoveryCodes, {}))}
        onClose={() => setAsking(false)}
      >
        {text.makeText}
      </ConfirmModal>
      {modal}
    </FactorPart>
  );
}
