import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { uploadDocument } from '#contract/library/documents.ts';
import type { DocumentField } from '#domain/library/document.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import type { FormHandle } from '#web/patterns/record/record.ts';
import { useFormKeys } from '#web/patterns/record/useFormKeys.ts';
import { useRecordForm } from '#web/patterns/record/useRecordForm.ts';
import { documentText } from '#web/texts/documents.ts';
import { libraryText } from '#web/texts/library.ts';
import { UploadProgress } from '#web/ui/documents/UploadProgress.tsx';
import { enterGoesOn } from '#web/ui/enterGoesOn.ts';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { FormOffers } from '#web/ui/FormOffers.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { StaleModal } from '#web/ui/StaleModal.tsx';
import { useSession } from '#web/wire/session.ts';
import { documentFieldId, DocumentFields } from './DocumentFields.tsx';
import { blankDocument, draftOf, formProblems, sayDocument, type FormDraft } from './documentDraft.ts';
import styles from './Library.module.css';
import { detailQuery } from './libraryQueries.ts';
import { useDocumentSave, type SavedDocument } from './useDocumentSave.ts';

const text = libraryText.form;

interface DocumentFormProps {
  /** 0 for a new document. */
  srno: number;
  form: Ref<FormHandle>;
  onSaved: (saved: SavedDocument, name: string) => Promise<void>;
  onClose: () => void;
}

/** The form beside the list. A stored document is fetched anew, so that no old copy is changed. */
export function DocumentForm(props: DocumentFormProps) {
  const { srno, onClose } = props;
  const query = useQuery({ ...detailQuery(srno), enabled: srno !== 0, gcTime: 0, staleTime: Infinity });
  const title = srno === 0 ? text.add : text.edit;
  const opened = query.data && {
    draft: draftOf(query.data.document),
    version: query.data.version,
    fileName: query.data.document.fileName,
  };
  return (
    <SidePanel label={title} title={title} close={{ label: libraryText.panel.close, onPress: onClose }}>
      {srno === 0 ? (
        <Fields {...props} opened={null} reload={async () => undefined} />
      ) : (
        <QueryState query={{ ...query, data: opened }} failed={libraryText.panel.failed}>
          {(stored) => (
            <Fields
              {...props}
              opened={stored}
              reload={async () => {
                const { data } = await query.refetch();
                return data && { draft: draftOf(data.document), version: data.version };
              }}
            />
          )}
        </QueryState>
      )}
    </SidePanel>
  );
}

interface Stored {
  readonly draft: FormDraft;
  readonly version: number;
}

interface FieldsProps extends DocumentFormProps {
  opened: (Stored & { readonly fileName: string }) | null;
  reload: () => Promise<Stored | undefined>;
}

function Fields({ srno, form: handle, opened, reload, onSaved, onClose }: FieldsProps) {
  const seesAll = useSession()?.entitytype === 'A';
  const [file, setFile] = useState<File | null>(null);
  const fileName = opened?.fileName ?? '';
  const saving = useDocumentSave(srno);
  const form = useRecordForm<FormDraft, DocumentField, SavedDocument>({
    keptAs: `library.${srno}`,
    isReadOnly: false,
    opened,
    blank: blankDocument(seesAll ? 'U' : 'B'),
    problems: (draft) => formProblems(draft, file, fileName !== ''),
    say: sayDocument,
    save: (draft, options) => saving.save(draft, opened?.draft ?? null, file, options),
    onSaved: (saved, draft) => onSaved(saved, draft.name.trim()),
    reload,
    selectorOf: (field: DocumentField = 'name') => `#${documentFieldId(field)}`,
    handle,
  });
  useFormKeys(false, form.run, onClose);
  const marks = Object.fromEntries(
    form.problems.map(({ field, message }) => [field, field === 'file' ? message : text.missing]),
  );
  const change = (some: Partial<FormDraft>) => form.change({ ...form.draft, ...some });
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={srno === 0 ? text.add : text.edit}
      onKeyDown={enterGoesOn}
      onSubmit={(event) => {
        event.preventDefault();
        form.run();
      }}
    >
      <FormOffers startOver={form.startOver} bringBackMine={form.bringBackMine} />
      <DocumentFields draft={form.draft} marks={marks} seesAll={seesAll} onChange={change} />
      <FileField file={file} stored={fileName} error={marks['file']} onFile={setFile} />
      {saving.part === null || file === null ? null : (
        <UploadProgress name={file.name} part={saving.part} onCancel={saving.cancel} />
      )}
      <div className={styles.formFoot}>
        <Button variant="default" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={form.working}>
          {text.save}
        </Button>
      </div>
      {form.modal}
      {form.leaveGuard}
      <StaleModal {...form.stale} />
    </form>
  );
}

interface FileFieldProps {
  file: File | null;
  /** The name of the file that the document has; empty if it has none. */
  stored: string;
  error: string | undefined;
  onFile: (file: File | null) => void;
}

function FileField({ file, stored, error, onFile }: FileFieldProps) {
  return (
    <div id={documentFieldId('file')} className={styles.fileField} role="group" aria-label={text.file}>
      <span className={styles.fileLabel}>
        {stored === '' ? text.file : text.newFile}
        {stored === '' ? (
          <span className={styles.star} aria-hidden>
            {' *'}
          </span>
        ) : null}
      </span>
      {file === null ? (
        <FileDrop
          label={text.pick}
          hint={documentText.hint}
          accepts={uploadDocument.accepts}
          camera={documentText.camera}
          onFile={onFile}
        />
      ) : (
        <p className={styles.chosen}>
          <span className={styles.fileName}>{file.name}</span>
          <span className={styles.quiet}>{documentText.bytes(file.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={text.putAside(file.name)}
            onClick={() => onFile(null)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </p>
      )}
      {stored === '' ? null : <p className={styles.quiet}>{text.takesPlace(stored)}</p>}
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
    </div>
  );
}
