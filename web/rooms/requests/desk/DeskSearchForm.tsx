import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { REQUEST_FILTERS } from '#contract/requests/requests.ts';
import { readIsoDate } from '#domain/dates.ts';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/requests/codes.ts';
import { useAllowedBranches } from '#web/app/rights.ts';
import { useSession } from '#web/app/session.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { deskText } from '#web/texts/desk.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './Desk.module.css';
import { isSameSearch, type DeskSearch } from './search.ts';

const text = deskText.search;
const MAX_NUMBER_CHARS = 9;

const statusChoices = REQUEST_FILTERS.map((value) => ({ value, label: text.statuses[value] }));
const typeChoices = Object.entries(TRANSACTION_TYPES).map(([value, { name }]) => ({ value, label: name }));

interface DeskSearchFormProps {
  search: DeskSearch;
  onSearch: (search: DeskSearch) => void;
}

/** The filters; they count when Search or Enter is pressed. */
export function DeskSearchForm({ search, onSearch }: DeskSearchFormProps) {
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  // The address changed: Back was pressed, or a view chosen.
  if (!isSameSearch(search, seen)) {
    setSeen(search);
    setTyped(search);
  }
  const session = useSession();
  const { data: branches = [] } = useAllowedBranches();
  const hasBranchChoice = session?.entitytype === 'B' && branches.length > 1;
  const isWrongWay = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
  const set = (change: Partial<DeskSearch>) => setTyped({ ...typed, ...change });

  return (
    <search aria-label={text.label} className="no-print">
      <form
        noValidate
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrongWay) onSearch(typed);
        }}
      >
        <SelectField
          label={text.status}
          choices={statusChoices}
          value={typed.status}
          clearable={false}
          allowDeselect={false}
          onChange={(status) =>
            set({ status: REQUEST_FILTERS.find((each) => each === status) ?? 'ALL', from: '', to: '' })
          }
        />
        <TextField
          label={text.number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_NUMBER_CHARS}
          value={typed.number}
          onChange={(event) => set({ number: event.currentTarget.value.replace(/\D/g, '') })}
        />
        {typed.status === 'ALL' ? (
          <>
            <DateInput
              label={text.from}
              value={readIsoDate(typed.from)}
              onChange={(day) => set({ from: day ?? '' })}
            />
            <DateInput
              label={text.to}
              value={readIsoDate(typed.to)}
              onChange={(day) => set({ to: day ?? '' })}
              error={isWrongWay ? text.order : undefined}
            />
          </>
        ) : null}
        <SelectField
          label={text.type}
          choices={typeChoices}
          placeholder={text.all}
          value={typed.type === '' ? null : typed.type}
          onChange={(type) => set({ type: (type ?? '') as TransactionType | '' })}
        />
        {hasBranchChoice ? (
          <BranchPicker
            label={text.branch}
            placeholder={text.all}
            value={typed.branch === '' ? null : typed.branch}
            onChange={(branch) => set({ branch: branch ?? '' })}
          />
        ) : null}
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          {text.submit}
        </Button>
      </form>
    </search>
  );
}
