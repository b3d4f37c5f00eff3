import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from './Dialog.tsx';
import { useSingleRun } from './useSingleRun.ts';
import { TextAreaField } from './Field.tsx';

interface ConfirmModalProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** What pressing it does, as a verb: "Unlock", never "OK". */
  confirm: string;
  cancel?: string;
  /** Red, and the focus begins on Cancel. */
  danger?: boolean;
  /** Ask for a reason. It must be given, unless nothing is said of a missing one. */
  askReason?: boolean | { label: string; missing?: string; maxLength: number };
  /** May take time: the modal shows progress and closes when it is done. With false it was not: a reason that was typed stays. */
  onConfirm: (reason: string) => void | Promise<unknown>;
  onClose: () => void;
}

const NO_REASON = { label: '', maxLength: 250, missing: undefined };
const REASON = { ...NO_REASON, label: uiText.confirm.reason, missing: uiText.confirm.reasonMissing };

/** Asks before something that matters, and for the reason where one is kept. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, onClose, title } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <ConfirmBody {...props} />
    </Dialog>
  );
}

/** Mounted anew each time the modal opens, so that an old reason never reappears. */
function ConfirmBody(props: ConfirmModalProps) {
  const { children, confirm, cancel = uiText.common.cancel, danger = false, askReason = false } = props;
  const [reason, setReason] = useState('');
  const [isPressed, setPressed] = useState(false);
  const { working, run } = useSingleRun(async () => {
    const done = await props.onConfirm(reason.trim());
    if (done !== false || !askReason) props.onClose();
  });
  const { label, maxLength, missing } =
    typeof askReason === 'object' ? askReason : askReason ? REASON : NO_REASON;
  const isMissing = missing !== undefined && reason.trim() === '';

  function press(): void {
    setPressed(true);
    if (!isMissing) run();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // To React it is still inside the form it is asked from, which is not what is sent.
        event.stopPropagation();
        press();
      }}
    >
      <div>{children}</div>
      {askReason ? (
        <TextAreaField
          mt={12}
          label={label}
          required={missing !== undefined}
          data-autofocus
          maxLength={maxLength}
          value={reason}
          error={isPressed && isMissing ? missing : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) press();
          }}
        />
      ) : null}
      <Group justify="flex-end" gap={danger ? 24 : 8} mt={16}>
        <Button
          variant="default"
          onClick={props.onClose}
          disabled={working}
          {...(danger && !askReason ? { 'data-autofocus': true } : {})}
        >
          {cancel}
        </Button>
        <Button
          type="submit"
          loading={working}
          {...(danger ? { color: 'refused' } : {})}
          {...(!danger && !askReason ? { 'data-autofocus': true } : {})}
        >
          {confirm}
        </Button>
      </Group>
    </form>
  );
}
