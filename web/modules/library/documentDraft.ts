import type { LibraryDetail } from '#contract/library/documents.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { fileRefusal } from '#domain/files.ts';
import {
  CATEGORY_WORDS,
  VISIBILITY_WORDS,
  type Category,
  type Recipient,
  type Visibility,
} from '#domain/library/codes.ts';
import { documentProblem, type DocumentDraft, type DocumentField } from '#domain/library/document.ts';
import { libraryText } from '#web/texts/library.ts';
import type { FieldProblem } from '#domain/rules.ts';
import type { FieldChange } from '#web/ui/theirChanges.ts';

const text = libraryText.form;

/** The form. Dates are days as yyyy-MM-dd, or the typed text if it is not a date. */
export interface FormDraft extends Omit<DocumentDraft, 'dated' | 'expires'> {
  readonly dated: string;
  readonly expires: string;
  readonly active: boolean;
}

export const blankDocument = (visible: Visibility): FormDraft => ({
  name: '',
  category: '',
  subCategory1: '',
  subCategory2: '',
  dated: '',
  byWhom: '',
  submittedTo: '',
  expires: '',
  visible,
  branch: '',
  active: true,
});

export const draftOf = (document: LibraryDetail): FormDraft => ({
  name: document.name,
  category: document.category,
  subCategory1: document.subCategory1,
  subCategory2: document.subCategory2,
  dated: document.dated,
  byWhom: document.byWhom,
  submittedTo: document.submittedTo as Recipient | '',
  expires: document.expires,
  visible: document.visible,
  branch: document.branch,
  active: document.active,
});

/** A unified document has no branch. */
export const documentOf = (draft: FormDraft) => ({
  ...draft,
  branch: draft.visible === 'B' ? draft.branch : '',
});

const dayOf = (written: string): DocumentDraft['dated'] =>
  written.trim() === '' ? null : (readIsoDate(written) ?? 'wrong');

/** Why the form cannot be saved, field by field. A document that has a file needs no other one. */
export function formProblems(
  draft: FormDraft,
  file: File | null,
  hasFile: boolean,
): readonly FieldProblem<DocumentField>[] {
  const found = documentProblem(
    { ...draft, dated: dayOf(draft.dated), expires: dayOf(draft.expires) },
    hasFile || file !== null,
  );
  if (found !== null) return found.fields.map((field) => ({ field, message: found.message }));
  const refusal = file === null ? null : fileRefusal(file);
  return refusal === null ? [] : [{ field: 'file', message: refusal }];
}

const said = (written: string): string => {
  const date = readIsoDate(written);
  return date === null ? written : formatDate(date);
};

/** The form in words, in its order. */
export const sayDocument = (draft: FormDraft): readonly FieldChange[] => [
  { label: text.name, value: draft.name },
  {
    label: text.category,
    value: draft.category === '' ? '' : CATEGORY_WORDS[draft.category satisfies Category],
  },
  { label: text.sub1, value: draft.subCategory1 },
  { label: text.sub2, value: draft.subCategory2 },
  { label: text.dated[draft.category], value: said(draft.dated) },
  { label: text.byWhom[draft.category], value: draft.byWhom },
  { label: text.submittedTo, value: draft.submittedTo },
  { label: text.expires.A, value: said(draft.expires) },
  { label: text.visible, value: VISIBILITY_WORDS[draft.visible] },
  { label: text.branch, value: draft.branch },
  { label: text.active, value: draft.active ? libraryText.active : libraryText.inactive },
];
