import type { ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import { Tabs, type Tab } from '#web/ui/Tabs.tsx';
import { RecordHeader, type RecordHeaderProps } from './RecordHeader.tsx';

interface RecordScreenProps<Id extends string> extends RecordHeaderProps {
  /** Why the record cannot be changed; null if it can. */
  readOnlyBecause: string | null;
  /** Shown between the head and the tabs, such as the result of the last action. */
  above?: ReactNode;
  tabs: { readonly label: string; readonly all: readonly Tab<Id>[]; readonly open: Id };
  onTab: (id: Id) => void;
  children: ReactNode;
}

/** One record on a whole screen: its head with the one Save, the reason why it is read-only, and its tabs. */
export function RecordScreen<Id extends string>(props: RecordScreenProps<Id>) {
  const { readOnlyBecause, above, tabs, onTab, children, ...header } = props;
  return (
    <>
      <RecordHeader {...header} />
      {readOnlyBecause === null ? null : <Notice meaning="info">{readOnlyBecause}</Notice>}
      {above}
      <Tabs label={tabs.label} tabs={tabs.all} open={tabs.open} onOpen={onTab}>
        {children}
      </Tabs>
    </>
  );
}
