import type { Ref } from 'react';
import type { FieldValue, Master } from './master.ts';

/** What the screen around the form may ask of it. */
export interface FormHandle {
  isDirty(): boolean;
  /** Forgets what was typed, here and for after a reload. */
  discard(): void;
}

/** One record of a master in its form. */
export interface MasterRecordProps<
  Row extends object,
  Draft extends Readonly<Record<keyof Draft, FieldValue>>,
> {
  master: Master<Row, Draft>;
  /** 0 for a new record. */
  srno: number;
  isReadOnly: boolean;
  form: Ref<FormHandle>;
  onSaved: (srno: number, draft: Draft) => Promise<void>;
  onClose: () => void;
}
