import { Button, Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import {
  personErase,
  personExport,
  personFind,
  retentionHold,
  type PersonRequest,
} from '#contract/access/retention.ts';
import {
  MAX_PERSON_CHARS,
  MAX_REASON_CHARS,
  PERSON_KINDS,
  type PersonKind,
} from '#domain/access/retention.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import type { ShowProblem } from '#web/patterns/problem/useProblem.tsx';
import { retentionText } from '#web/texts/retention.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Panel, PanelTitle } from '#web/ui/Panel.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import styles from './Retention.module.css';

const { find: text, kinds } = retentionText;
const kindChoices = PERSON_KINDS.map((value) => ({ value, label: kinds[value] }));
const MAX_REASON = { label: retentionText.basis, missing: text.holdText, maxLength: MAX_REASON_CHARS };

interface PersonProps {
  mayHold: boolean;
  act: (made: () => Promise<{ reply: { msg: string } }>) => Promise<boolean>;
  showProblem: ShowProblem;
}
interface Found {
  readonly person: { readonly kind: PersonKind; readonly value: string };
  readonly requests: readonly PersonRequest[];
}

/** Finds a person by a number or an address; then exports, holds or erases what is stored. */
export function Person({ mayHold, act, showProblem }: PersonProps) {
  const [kind, setKind] = useState<PersonKind>('pan');
  const [value, setValue] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const search = useSingleRun(async () => {
    setAsked(true);
    const person = { kind, value: value.trim() };
    if (person.value === '') return;
    try {
      setFound({ person, requests: (await call(personFind, { person })).reply });
    } catch (problem) {
      setFound(null);
      showProblem(problem);
    }
  });
  return (
    <Panel label={text.title}>
      <PanelTitle>{text.title}</PanelTitle>
      <SearchForm
        label={text.title}
        submit={text.submit}
        icon={IconSearch}
        working={search.working}
        onSubmit={search.run}
      >
        <SelectField
          label={text.kind}
          choices={kindChoices}
          value={kind}
          onChange={(chosen) => setKind(PERSON_KINDS.find((one) => one === chosen) ?? kind)}
        />
        <TextField
          label={text.value}
          required
          maxLength={MAX_PERSON_CHARS}
          autoComplete="off"
          value={value}
          error={isAsked && value.trim() === '' ? text.missing : undefined}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </SearchForm>
      {found === null ? null : (
        <FoundPerson
          found={found}
          mayHold={mayHold}
          act={act}
          showProblem={showProblem}
          onErased={(requests) => setFound({ ...found, requests })}
        />
      )}
    </Panel>
  );
}

interface FoundPersonProps extends PersonProps {
  found: Found;
  onErased: (kept: readonly PersonRequest[]) => void;
}

function FoundPerson({ found: { person, requests }, mayHold, act, showProblem, onErased }: FoundPersonProps) {
  const [asking, setAsking] = useState<'erase' | 'hold' | null>(null);
  const free = requests.filter(({ standing }) => standing === 'free').map(({ srno }) => srno);
  const once = () => ({ idempotencyKey: newIdempotencyKey() });
  const close = () => setAsking(null);
  const erase = () =>
    act(async () => {
      const done = await call(personErase, { person: { ...person, requests: free } }, once());
      onErased(done.reply.kept);
      return done;
    });
  const hold = (reason: string) => act(() => call(retentionHold, { hold: { ...person, reason } }, once()));
  return (
    <>
      {requests.length === 0 ? (
        <p className={styles.none} role="status">
          {text.none}
        </p>
      ) : (
        <Requests requests={requests} />
      )}
      <Group gap={8} mt={12}>
        <ActionButton variant="default" onPress={() => download(personExport, { person }).catch(showProblem)}>
          {text.export}
        </ActionButton>
        {mayHold ? (
          <Button variant="default" onClick={() => setAsking('hold')}>
            {text.hold}
          </Button>
        ) : null}
        <ActionButton
          color="refused"
          disabledBecause={free.length === 0 ? text.nothingToErase : undefined}
          onPress={() => setAsking('erase')}
        >
          {text.erase}
        </ActionButton>
      </Group>
      <ConfirmModal
        opened={asking === 'erase'}
        danger
        title={text.eraseTitle}
        confirm={text.erase}
        onConfirm={erase}
        onClose={close}
      >
        {text.eraseText(free.length)}
      </ConfirmModal>
      <ConfirmModal
        opened={asking === 'hold'}
        title={text.holdTitle}
        confirm={text.hold}
        askReason={MAX_REASON}
        onConfirm={hold}
        onClose={close}
      >
        {text.holdText}
      </ConfirmModal>
    </>
  );
}

const Requests = ({ requests }: { requests: readonly PersonRequest[] }) => (
  <PlainTable label={text.found} className={styles.table}>
    <thead>
      <tr>
        {[text.request, text.date, text.name, text.branch, text.standing, text.until].map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {requests.map((request) => (
        <tr key={request.srno}>
          <th scope="row">{request.srno}</th>
          <td>{formatDate(isoDate(request.date))}</td>
          <td>{request.name}</td>
          <td>{request.branch}</td>
          <td>{text.standings[request.standing]}</td>
          <td>{request.until === '' ? '' : formatDate(isoDate(request.until))}</td>
        </tr>
      ))}
    </tbody>
  </PlainTable>
);
