import { useQuery } from '@tanstack/react-query';
import { documentEntities, documentSubCategories } from '#contract/library/documents.ts';
import {
  CATEGORIES,
  CATEGORY_WORDS,
  RECIPIENTS,
  type Category,
  type Recipient,
} from '#domain/library/codes.ts';
import { isNeeded, LIBRARY_LIMITS, type DocumentField } from '#domain/library/document.ts';
import { Picker } from '#web/pickers/Picker.tsx';
import { sourceOf } from '#web/pickers/source.ts';
import { libraryText } from '#web/texts/library.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { call } from '#web/wire/call.ts';
import type { FormDraft } from './documentDraft.ts';
import styles from './Library.module.css';
import { LIBRARY } from './libraryQueries.ts';

const text = libraryText.form;
const entities = sourceOf('library-entity', documentEntities);
export const documentFieldId = (field: DocumentField | 'active') => `library-${field}`;

const categories = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }));
const recipients = RECIPIENTS.map((value) => ({ value, label: value }));
const visibles = (['U', 'B'] as const).map((value) => ({ value, label: text.visibles[value] }));

interface DocumentFieldsProps {
  draft: FormDraft;
  marks: Readonly<Record<string, string>>;
  /** Whether the user reaches all branches; others add for their own branches only. */
  seesAll: boolean;
  onChange: (some: Partial<FormDraft>) => void;
}

/** The fields of a document; the category decides which of them are shown and needed. */
export function DocumentFields({ draft, marks, seesAll, onChange }: DocumentFieldsProps) {
  const { data: offered } = useQuery({
    queryKey: [...LIBRARY, 'subcategories'],
    queryFn: async ({ signal }) => (await call(documentSubCategories, {}, { signal })).reply,
  });
  const of = (field: DocumentField) => ({
    id: documentFieldId(field),
    error: marks[field],
    required: isNeeded(draft.category, field),
  });
  const typed = (field: 'name' | 'subCategory1' | 'subCategory2' | 'byWhom', maxLength: number) => ({
    ...of(field),
    autoComplete: 'off',
    maxLength,
    value: draft[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
  });
  const dated = (field: 'dated' | 'expires') => ({
    ...of(field),
    value: draft[field],
    onChange: (_: unknown, written: string) => onChange({ [field]: written }),
  });
  return (
    <div className={styles.fields}>
      <TextField
        label={text.name}
        autoFocus
        {...typed('name', LIBRARY_LIMITS.name)}
        required
        className={styles.whole ?? ''}
      />
      <SelectField
        label={text.category}
        choices={categories}
        openOnFocus={false}
        {...of('category')}
        required
        value={draft.category === '' ? null : draft.category}
        onChange={(category) => onChange({ category: (category ?? '') as Category | '' })}
      />
      <ByCategory draft={draft} of={of} typed={typed} dated={dated} onChange={onChange} />
      <TextField
        label={text.sub1}
        list="library-offered-1"
        {...typed('subCategory1', LIBRARY_LIMITS.subCategory)}
      />
      <TextField
        label={text.sub2}
        list="library-offered-2"
        {...typed('subCategory2', LIBRARY_LIMITS.subCategory)}
      />
      <Offered id="library-offered-1" words={offered?.first} />
      <Offered id="library-offered-2" words={offered?.second} />
      {seesAll ? (
        <SelectField
          label={text.visible}
          choices={visibles}
          openOnFocus={false}
          id={documentFieldId('visible')}
          clearable={false}
          value={draft.visible}
          onChange={(visible) => onChange({ visible: visible === 'B' ? 'B' : 'U' })}
        />
      ) : null}
      {draft.visible === 'B' ? (
        <Picker
          label={text.branch}
          source={entities}
          openOnFocus={false}
          {...of('branch')}
          required
          {...(seesAll ? {} : { description: text.branchOnly })}
          value={draft.branch === '' ? null : draft.branch}
          onChange={(branch) => onChange({ branch: branch ?? '' })}
        />
      ) : null}
      <CheckField
        label={text.active}
        id={documentFieldId('active')}
        checked={draft.active}
        className={styles.whole ?? ''}
        onChange={(event) => onChange({ active: event.currentTarget.checked })}
      />
    </div>
  );
}

/** Texts that were used before. The browser offers those that fit what is typed. */
const Offered = ({ id, words = [] }: { id: string; words?: readonly string[] | undefined }) => (
  <datalist id={id}>
    {words.map((word) => (
      <option key={word} value={word} />
    ))}
  </datalist>
);

interface FieldParts {
  readonly id: string;
  readonly error: string | undefined;
  readonly required: boolean;
}
interface ByCategoryProps {
  draft: FormDraft;
  of: (field: DocumentField) => FieldParts;
  typed: (field: 'byWhom', maxChars: number) => object;
  dated: (field: 'dated' | 'expires') => FieldParts & {
    readonly value: string;
    readonly onChange: (day: unknown, written: string) => void;
  };
  onChange: (some: Partial<FormDraft>) => void;
}

function ByCategory({ draft, of, typed, dated, onChange }: ByCategoryProps) {
  const { category } = draft;
  if (category === '') return <p className={styles.hint}>{text.pickCategory}</p>;
  return (
    <>
      <DateInput label={text.dated[category]} {...dated('dated')} />
      <TextField label={text.byWhom[category]} {...typed('byWhom', LIBRARY_LIMITS.byWhom)} />
      {category === 'R' ? (
        <SelectField
          label={text.submittedTo}
          choices={recipients}
          openOnFocus={false}
          {...of('submittedTo')}
          value={draft.submittedTo === '' ? null : draft.submittedTo}
          onChange={(to) => onChange({ submittedTo: (to ?? '') as Recipient | '' })}
        />
      ) : (
        <DateInput label={category === 'A' ? text.expires.A : text.expires.other} {...dated('expires')} />
      )}
    </>
  );
}
