import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditDocument } from '#contract/audit/audit.ts';
import {
  downloadAuditFile,
  listAttendance,
  uploadAttendance,
  viewAuditFile,
} from '#contract/audit/registers.ts';
import { ATTENDANCE_TYPES, ATTENDANCE_WORDS, type AttendanceType } from '#domain/audit/codes.ts';
import { MANDATORY } from '#domain/audit/texts.ts';
import { fileRefusal } from '#domain/files.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditDetailText } from '#web/texts/audit.ts';
import { documentText } from '#web/texts/documents.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DocumentsPanel } from '#web/ui/documents/DocumentsPanel.tsx';
import { Quiet, type DocumentColumn } from '#web/ui/documents/DocumentTable.tsx';
import { UploadProgress, useUploading } from '#web/ui/documents/UploadProgress.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { momentOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { userMessage } from '#web/wire/problems.ts';
import { upload } from '#web/wire/upload.ts';

const text = auditDetailText.attendance;
const TYPE_FIELD = 'attendance-type';

const wordOf = (type: string) => ATTENDANCE_WORDS[type as AttendanceType] ?? type;
const columns: readonly DocumentColumn<AuditDocument>[] = [
  { head: text.typeColumn, cell: ({ kind }) => wordOf(kind) },
  { head: text.file, cell: ({ filename }) => filename },
  {
    head: text.uploaded,
    cell: ({ uploadedAt, uploadedBy }) => (
      <>
        {momentOf(uploadedAt)}
        <Quiet>{uploadedBy}</Quiet>
      </>
    ),
  },
];
const papersQuery = (row: number) => ['audit', 'attendance', row];

interface AttendanceProps {
  /** The number of the checklist row. */
  row: number;
  mayChange: boolean;
  onClose: () => void;
}

/** The attendance sheets and group photos of an audit. */
export function Attendance({ row, mayChange, onClose }: AttendanceProps) {
  const query = useQuery({
    queryKey: papersQuery(row),
    queryFn: async ({ signal }) =>
      (await call(listAttendance, { row: { srno: row, type: 'AUDITATTENDANCEUPLOAD' } }, { signal })).reply,
  });
  return (
    <Dialog opened onClose={onClose} title={text.title} width="lg">
      <QueryState query={query} failed={text.failed}>
        {(papers) => (
          <DocumentsPanel
            title={text.table}
            label={text.table}
            owner="attendance"
            columns={columns}
            documents={papers}
            mayRemove={() => false}
            removeText={() => ''}
            say={userMessage}
            onLoad={async ({ srno, filename }, page, signal) =>
              (await call(viewAuditFile, { document: { srno, filename, page } }, { signal })).reply
            }
            onDownload={({ srno, filename }) => download(downloadAuditFile, { document: { srno, filename } })}
            onRemove={() => Promise.resolve()}
            {...(mayChange ? { adding: (tell) => <AddPaper row={row} onTold={tell} /> } : {})}
          />
        )}
      </QueryState>
    </Dialog>
  );
}

function AddPaper({ row, onTold }: { row: number; onTold: (words: string) => void }) {
  const client = useQueryClient();
  const [type, setType] = useState<AttendanceType | ''>('');
  const [file, setFile] = useState<File | null>(null);
  const [modal, showProblem, showMessage] = useProblem();
  const uploading = useUploading(showProblem);

  async function send(): Promise<void> {
    if (type === '') {
      showMessage(MANDATORY, `#${TYPE_FIELD}`);
      return;
    }
    const refused = fileRefusal(file);
    if (refused !== null || file === null) {
      showMessage(refused ?? '');
      return;
    }
    await uploading.run(async (underway) => {
      const meta = { doctype: type, docid: row, pageright: 'AUDIT' } as const;
      const { docdetail } = await upload(uploadAttendance, meta, file, underway);
      client.setQueryData(papersQuery(row), docdetail);
      setFile(null);
      setType('');
      onTold(documentText.uploaded(file.name));
    });
  }

  return (
    <div>
      <SelectField
        id={TYPE_FIELD}
        label={text.type}
        required
        choices={ATTENDANCE_TYPES.map((value) => ({ value, label: ATTENDANCE_WORDS[value] }))}
        value={type === '' ? null : type}
        onChange={(chosen) => setType(ATTENDANCE_TYPES.find((each) => each === chosen) ?? '')}
      />
      <Group mt={8} mb={8} grow>
        <FileDrop
          label={file === null ? text.pick : file.name}
          hint={documentText.hint}
          accepts={uploadAttendance.accepts}
          camera={documentText.camera}
          disabled={uploading.part !== null}
          onFile={setFile}
        />
      </Group>
      {uploading.part === null ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void send()}>
            {text.upload}
          </Button>
        </Group>
      ) : (
        <UploadProgress name={file?.name ?? ''} part={uploading.part} onCancel={uploading.cancel} />
      )}
      {modal}
    </div>
  );
}
