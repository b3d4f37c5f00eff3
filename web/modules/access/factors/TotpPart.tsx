import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { beginTotp, finishTotp, removeTotp, type FactorState } from '#contract/access/factors.ts';
import type { ReplyOf } from '#contract/define.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { call } from '#web/wire/call.ts';
import { factorsText } from '#web/texts/factors.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { FactorPart } from './FactorPart.tsx';
import styles from './Factors.module.css';
import { useChange, type OnChanged } from './useChange.ts';

const QrCode = lazyPart(() => import('#web/ui/QrCode.tsx'), 'QrCode');
const text = factorsText.totp;
const CODE = 'totp-code';

type Begun = ReplyOf<typeof beginTotp>;

/** The authenticator app: set up, set up on another phone, remove. */
export function TotpPart({ state, onChanged }: { state: FactorState; onChanged: OnChanged }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const [modal, change] = useChange(onChanged);
  const isSetUp = state.hasTotp;
  const begin = () =>
    change(async () => {
      const answer = await call(beginTotp, {});
      if (answer.reply.done) setBegun(answer.reply);
      return answer;
    });

  return (
    <FactorPart title={text.title} text={text.text} isSetUp={isSetUp}>
      <Group gap={8}>
        <ActionButton
          variant="default"
          disabledBecause={state.canTotp ? undefined : FACTOR_TEXTS.noTotp}
          onPress={begin}
        >
          {isSetUp ? text.replace : text.add}
        </ActionButton>
        {isSetUp ? (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {text.remove}
          </Button>
        ) : null}
      </Group>
      <Dialog opened={begun !== null} onClose={() => setBegun(null)} title={text.dialog} width="sm">
        {begun === null ? null : <SetUp begun={begun} onChanged={onChanged} onClose={() => setBegun(null)} />}
      </Dialog>
      <ConfirmModal
        opened={isRemoving}
        title={text.removeTitle}
        confirm={text.remove}
        danger
        onConfirm={() => change(() => call(removeTotp, {}))}
        onClose={() => setRemoving(false)}
      >
        {text.removeText}
      </ConfirmModal>
      {modal}
    </FactorPart>
  );
}

interface SetUpProps {
  begun: Begun;
  onChanged: OnChanged;
  onClose: () => void;
}

function SetUp({ begun, onChanged, onClose }: SetUpProps) {
  const [code, setCode] = useState('');
  const [modal, change] = useChange(async (codes) => {
    onClose();
    await onChanged(codes);
  });
  const { working, run } = useSingleRun(() =>
    change(() => call(finishTotp, { code: code.trim() }), `#${CODE}`),
  );
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <p className={styles.text}>{text.scan}</p>
      <div className={styles.qr}>
        <Suspense fallback={null}>
          <QrCode text={begun.uri} label={text.qr} />
        </Suspense>
      </div>
      <p className={styles.text}>
        {text.typed}
        <span className={styles.key}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <TextField
        id={CODE}
        label={text.code}
        required
        data-autofocus
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" loading={working}>
        {text.finish}
      </Button>
      {modal}
    </form>
  );
}
