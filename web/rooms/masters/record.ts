import type { Ref } from 'react';
import type { FieldValue, RecordForm } from './master.ts';

/** What the screen around the form may ask of it. */
export interface FormHandle {
  isDirty(): boolean;
  /** Forgets what was typed, here and for after a reload. */
  discard(): void;
}

/** One record in its form. */
export interface MasterRecordProps<Draft extends Readonly<Record<keyof Draft, FieldValue>>> {
  master: RecordForm<Draft>;
  /** 0 for a new record. */
  srno: number;
  isReadOnly: boolean;
  form: Ref<FormHandle>;
  onSaved: (srno: number, draft: Draft) => Promise<void>;
  onClose: () => void;
}
