import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { peopleText } from '#web/texts/people.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { AsideProps } from '#web/patterns/master/master.ts';
import { GroupCompare } from './GroupCompare.tsx';
import { GroupMembers } from './GroupMembers.tsx';

const text = peopleText.group;

/** Information about a stored group: its members, and the differences from another group. */
export function GroupAside({ srno }: AsideProps) {
  const [shown, setShown] = useState<'members' | 'compare' | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Group gap={8}>
        <Button variant="default" size="xs" onClick={() => setShown('members')}>
          {text.members}
        </Button>
        <Button variant="default" size="xs" onClick={() => setShown('compare')}>
          {text.compare}
        </Button>
      </Group>
      <Dialog opened={shown === 'members'} onClose={close} title={text.membersOf} width="lg">
        <GroupMembers srno={srno} />
      </Dialog>
      <Dialog opened={shown === 'compare'} onClose={close} title={text.compareTitle} width="lg">
        <GroupCompare srno={srno} />
      </Dialog>
    </>
  );
}
