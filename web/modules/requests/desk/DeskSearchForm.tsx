import { IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { REQUEST_FILTERS, type RequestFilter } from '#contract/requests/desk.ts';
import { areReversed } from '#domain/dates.ts';
import type { InputFilter } from '#domain/input.ts';
import { TRANSACTION_TYPES } from '#domain/requests/codes.ts';
import { DateRange } from '#web/patterns/list/DateRange.tsx';
import { SearchFilters } from '#web/patterns/list/FilterBar.tsx';
import type { Filters } from '#web/patterns/list/useFilters.ts';
import { useAllowedBranches } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { deskText } from '#web/texts/desk.ts';
import { TextField } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { DESK_FILTERS } from './search.ts';

const text = deskText.search;
const NUMBER: InputFilter = { kind: 'numeric', maxChars: 9 };

/** The choices of the specification. A status that only links lead to is offered only while it is chosen. */
const statusesOffered = (chosen: RequestFilter): readonly RequestFilter[] => [
  ...new Set([...REQUEST_FILTERS, chosen]),
];
const typeChoices = Object.entries(TRANSACTION_TYPES).map(([value, { name }]) => ({ value, label: name }));

interface DeskSearchFormProps {
  filters: Filters<typeof DESK_FILTERS>;
  onSearch: (isSame: boolean) => void;
}

/**
 * The filters; they take effect when the user presses Search or Enter. They are not drawn again while the user goes through
 * the list.
 */
export const DeskSearchForm = memo(function DeskSearchForm({ filters, onSearch }: DeskSearchFormProps) {
  const session = useSession();
  const { data: branches } = useAllowedBranches();
  const hasBranchChoice = session?.entitytype === 'B' && branches !== undefined && branches.count > 1;
  return (
    <SearchFilters
      filters={filters}
      label={text.label}
      submit={text.submit}
      icon={IconSearch}
      isValid={(typed) => !areReversed(typed.from, typed.to)}
      onSearch={onSearch}
    >
      {({ typed, field, change }) => (
        <>
          <SelectField
            label={text.status}
            choices={statusesOffered(typed.status).map((value) => ({ value, label: text.statuses[value] }))}
            {...field('status')}
            onChange={(status) =>
              change({
                status: statusesOffered(typed.status).find((each) => each === status) ?? 'ALL',
                from: '',
                to: '',
              })
            }
          />
          <TextField label={text.number} inputMode="numeric" filter={NUMBER} {...field('number')} />
          {typed.status === 'ALL' ? <DateRange text={text} field={field} typed={typed} /> : null}
          <SelectField label={text.type} choices={typeChoices} placeholder={text.all} {...field('type')} />
          {hasBranchChoice ? (
            <BranchPicker label={text.branch} placeholder={text.all} {...field('branch')} />
          ) : null}
        </>
      )}
    </SearchFilters>
  );
});
