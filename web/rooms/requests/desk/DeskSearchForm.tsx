import { IconSearch } from '@tabler/icons-react';
import { REQUEST_FILTERS } from '#contract/requests/desk.ts';
import { areReversed } from '#domain/dates.ts';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/requests/codes.ts';
import { useAllowedBranches } from '#web/app/rights.ts';
import { useSession } from '#web/app/session.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { deskText } from '#web/texts/desk.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { SearchForm, useTypedSearch } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
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
  const [typed, setTyped] = useTypedSearch(search, isSameSearch);
  const session = useSession();
  const { data: branches = [] } = useAllowedBranches();
  const hasBranchChoice = session?.entitytype === 'B' && branches.length > 1;
  const isWrongWay = areReversed(typed.from, typed.to);
  const set = (change: Partial<DeskSearch>) => setTyped({ ...typed, ...change });

  return (
    <SearchForm
      label={text.label}
      submit={text.submit}
      icon={IconSearch}
      onSubmit={() => {
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
          <DateInput label={text.from} value={typed.from} onChange={(_, from) => set({ from })} />
          <DateInput
            label={text.to}
            value={typed.to}
            onChange={(_, to) => set({ to })}
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
    </SearchForm>
  );
}
