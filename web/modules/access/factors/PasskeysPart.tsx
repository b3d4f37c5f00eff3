import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { removePasskey, renamePasskey, type FactorState } from '#contract/access/factors.ts';
import { MAX_PASSKEY_NAME_CHARS } from '#domain/access/factors.ts';
import { formatDateTime } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { factorsText } from '#web/texts/factors.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { FactorPart } from './FactorPart.tsx';
import styles from './Factors.module.css';
import { hasPasskeys, registerPasskey } from './passkey.ts';
import { useChange, type OnChanged } from './useChange.ts';

const text = factorsText.passkeys;
const NAME = 'passkey-name';

type Passkey = FactorState['passkeys'][number];
/** The dialog that is open: for a new passkey, or for one of the list. */
type Shown =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }
  | null;

/** The passkeys of the user: add, rename, remove. */
export function PasskeysPart({ state, onChanged }: { state: FactorState; onChanged: OnChanged }) {
  const [shown, setShown] = useState<Shown>(null);
  const [modal, change] = useChange(onChanged);
  const close = () => setShown(null);
  return (
    <FactorPart title={text.title} text={text.text} isSetUp={state.passkeys.length > 0}>
      {state.passkeys.length === 0 ? null : (
        <PlainTable label={text.title}>
          <thead>
            <tr>
              <th scope="col">{text.name}</th>
              <th scope="col">{text.added}</th>
              <th scope="col">{text.used}</th>
              <th scope="col">{text.actions}</th>
            </tr>
          </thead>
          <tbody>
            {state.passkeys.map((passkey) => (
              <tr key={passkey.srno}>
                <th scope="row">{passkey.name}</th>
                <td>{formatDateTime(Date.parse(passkey.added))}</td>
                <td>{passkey.used === null ? text.never : formatDateTime(Date.parse(passkey.used))}</td>
                <td>
                  <Group gap={8}>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`${text.rename}: ${passkey.name}`}
                      onClick={() => setShown({ kind: 'rename', passkey })}
                    >
                      {text.rename}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`${text.remove}: ${passkey.name}`}
                      onClick={() => setShown({ kind: 'remove', passkey })}
                    >
                      {text.remove}
                    </Button>
                  </Group>
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      <Group>
        <ActionButton
          variant="default"
          disabledBecause={hasPasskeys() ? undefined : text.unsupported}
          onPress={() => setShown({ kind: 'add' })}
        >
          {text.add}
        </ActionButton>
      </Group>
      <Dialog opened={shown?.kind === 'add'} onClose={close} title={text.dialog} width="sm">
        <NameForm
          intro={text.describe}
          name={text.first}
          submit={text.add}
          onSubmit={async (name) => {
            if (await change(async () => ({ reply: await registerPasskey(name) }), `#${NAME}`)) close();
          }}
        />
      </Dialog>
      <Dialog opened={shown?.kind === 'rename'} onClose={close} title={text.renameTitle} width="sm">
        {shown?.kind === 'rename' ? (
          <NameForm
            name={shown.passkey.name}
            submit={text.save}
            onSubmit={async (name) => {
              const { srno } = shown.passkey;
              if (await change(() => call(renamePasskey, { srno, name }), `#${NAME}`)) close();
            }}
          />
        ) : null}
      </Dialog>
      <ConfirmModal
        opened={shown?.kind === 'remove'}
        title={shown?.kind === 'remove' ? text.removeTitle(shown.passkey.name) : ''}
        confirm={text.remove}
        danger
        onConfirm={async () => {
          if (shown?.kind !== 'remove') return;
          await change(() => call(removePasskey, { srno: shown.passkey.srno }));
        }}
        onClose={close}
      >
        {text.removeText}
      </ConfirmModal>
      {modal}
    </FactorPart>
  );
}

interface NameFormProps {
  intro?: string;
  name: string;
  submit: string;
  onSubmit: (name: string) => Promise<void>;
}

function NameForm({ intro, name: first, submit, onSubmit }: NameFormProps) {
  const [name, setName] = useState(first);
  const { working, run } = useSingleRun(() => onSubmit(name.trim()));
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {intro === undefined ? null : <p className={styles.text}>{intro}</p>}
      <TextField
        id={NAME}
        label={text.name}
        required
        data-autofocus
        maxLength={MAX_PASSKEY_NAME_CHARS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={working}>
        {submit}
      </Button>
    </form>
  );
}
