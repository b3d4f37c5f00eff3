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
  /** The action as a verb: "Unlock", never "OK". */
  confirm: string;
  cancel?: string;
  /** Makes the button red and puts the initial focus on Cancel. */
  danger?: boolean;
  /** Asks for a reason. The reason is mandatory if `missing` is set. */
  askReason?: boolean | { label: string; missing?: string; maxLength: number };
  /** True if the content is input that must stay after a refusal, like a reason. */
  staysIfRefused?: boolean;
  /**
   * May return a promise: the modal shows progress and closes when the promise resolves. If it resolves to false, the
   * action failed and the typed reason stays.
   */
  onConfirm: (reason: string) => void | Promise<unknown>;
  onClose: () => void;
}

const NO_REASON = { label: '', maxLength: 250, missing: undefined };
const REASON = { ...NO_REASON, label: uiText.confirm.reason, missing: uiText.confirm.reasonMissing };

/** Asks for confirmation of an important action, and for a reason if the action stores one. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, onClose, title } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <ConfirmBody {...props} />
    </Dialog>
  );
}

/** Mounted each time the modal opens, so that an old reason never reappears. */
function ConfirmBody(props: ConfirmModalProps) {
  const { children, confirm, cancel = uiText.common.cancel, danger = false, askReason = false } = props;
  const [reason, setReason] = useState('');
  const [isPressed, setPressed] = useState(false);
  const { working, run } = useSingleRun(async () => {
    const done = await props.onConfirm(reason.trim());
    if (done !== false || !(askReason || props.staysIfRefused)) props.onClose();
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
        // In React's tree the modal is still inside the form that opened it, and that form must not be submitted.
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
