import type { Ref } from 'react';
import type { FieldValue, RecordForm } from '../master/master.ts';

/** The interface of the form to the screen around it. */
export interface FormHandle {
  isDirty(): boolean;
  /** Discards the typed content, also in the stored draft. */
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
  /** Another user must approve the change first. */
  onProposed?: (msg: string) => void;
  onClose: () => void;
}
