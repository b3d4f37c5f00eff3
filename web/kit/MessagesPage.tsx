import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { uiText } from '#web/texts/ui.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { useDraft } from '../ui/drafts.ts';
import { TextField } from '../ui/Field.tsx';
import { useKeys } from '../ui/keys.ts';
import { useMessage } from '../ui/MessageModal.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useUnsavedGuard } from '../ui/useUnsavedGuard.tsx';
import { Row, Sample, Samples } from './Sample.tsx';

const SLOW_WORK_MS = 600;
const slowWork = () => new Promise<void>((resolve) => setTimeout(resolve, SLOW_WORK_MS));

export function MessagesPage() {
  const [modal, showMessage] = useMessage();
  const [asking, setAsking] = useState<'plain' | 'danger' | 'reason' | null>(null);
  const [done, setDone] = useState('');
  return (
    <>
      <PageHeader title="Messages and drafts" />
      <Samples>
        <Sample name="Message">
          <TextField label="Mobile number" id="mobile" required error="Enter 10 digits" mb={12} />
          <Button
            variant="default"
            onClick={() => showMessage('Please fill all mendatory feilds', '#mobile')}
          >
            Show a message
          </Button>
        </Sample>
        <Sample name="Confirm">
          <Row>
            <Button variant="default" onClick={() => setAsking('plain')}>
              Plain
            </Button>
            <Button variant="default" onClick={() => setAsking('danger')}>
              Dangerous
            </Button>
            <Button variant="default" onClick={() => setAsking('reason')}>
              With a reason
            </Button>
          </Row>
          <p role="status">{done}</p>
        </Sample>
        <Sample name="Draft and unsaved changes">
          <DraftSample />
        </Sample>
      </Samples>
      {modal}
      <ConfirmModal
        opened={asking !== null}
        title={
          asking === 'reason' ? 'Unlock the request' : asking === 'danger' ? 'Remove the document' : 'Publish'
        }
        confirm={asking === 'reason' ? 'Unlock' : asking === 'danger' ? 'Remove' : 'Publish'}
        danger={asking === 'danger'}
        askReason={asking === 'reason'}
        onConfirm={async (reason) => {
          await slowWork();
          setDone(reason ? `Done, because: ${reason}` : 'Done');
        }}
        onClose={() => setAsking(null)}
      >
        This is what will happen, in one sentence.
      </ConfirmModal>
    </>
  );
}

function DraftSample() {
  const draft = useDraft<{ note: string }>('kit');
  const [note, setNote] = useState(draft.restored?.note ?? '');
  const [saved, setSaved] = useState(draft.restored ? '' : note);
  const guard = useUnsavedGuard(note !== saved);

  function save(): void {
    draft.discard();
    setSaved(note);
  }
  useKeys([{ keys: 'ctrl+enter', does: uiText.keys.save, run: save }]);

  return (
    <>
      <TextField
        label="Note"
        description={note === saved ? 'Saved' : 'Not saved; kept across a reload'}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          draft.keep({ note: event.currentTarget.value });
        }}
      />
      <Row>
        <Button onClick={save} mt={12}>
          Save
        </Button>
        <Link to="/">Leave the page</Link>
      </Row>
      {guard}
    </>
  );
}
