import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { TEXTS } from '#domain/messages.ts';
import { NOTE_TEXTS } from '#domain/notes/notes.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { notesText } from '#web/texts/notes.ts';
import type { ShowMessage } from '#web/ui/MessageModal.tsx';
import { useTypedSearch } from '#web/ui/SearchForm.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from '../lines/Lines.module.css';
import { HoldersState } from '../HoldersState.tsx';
import { useBranchChoice } from '../useBranchChoice.ts';
import { useHolders } from '../useHolders.ts';

const text = notesText.out;

/** The holder and their branch; the executive is an employee code. */
export interface OutSearch {
  readonly branch: string;
  readonly executive: string;
}

type Typed = { readonly [Name in keyof OutSearch]: string | null };
const NOTHING: Typed = { branch: null, executive: null };
const isSame = (one: Typed, other: Typed) => one.branch === other.branch && one.executive === other.executive;

interface OutFiltersProps {
  search: OutSearch | null;
  onMissing: ShowMessage;
  onList: (search: OutSearch) => void;
}

/** Branch and holder; they take effect when the user presses List or Enter. */
export function OutFilters({ search, onMissing, onList }: OutFiltersProps) {
  const { hasChoice, only } = useBranchChoice();
  const [typed, setTyped] = useTypedSearch<Typed>(search ?? NOTHING, isSame);
  const branch = typed.branch ?? only;
  const holders = useHolders(branch);
  const executive = typed.executive ?? holders.vault;

  function list(): void {
    if (branch === null) onMissing(TEXTS.badBranch, '#out-branch');
    else if (executive === null) onMissing(NOTE_TEXTS.noExecutive, '#out-executive');
    else onList({ branch, executive });
  }

  return (
    <form
      noValidate
      className={`${styles.filters} no-print`}
      onSubmit={(event) => {
        event.preventDefault();
        list();
      }}
    >
      {hasChoice ? (
        <BranchPicker
          id="out-branch"
          label={notesText.branch}
          required
          value={branch}
          onChange={(next) => setTyped({ branch: next, executive: null })}
        />
      ) : null}
      <SelectField
        id="out-executive"
        label={text.executive}
        required
        choices={holders.choices}
        value={executive}
        onChange={(next) => setTyped({ branch, executive: next })}
        disabled={branch === null}
        placeholder={branch === null ? text.branchFirst : ''}
      />
      <Button type="submit" variant="default" leftSection={<IconList size={16} aria-hidden />}>
        {notesText.list}
      </Button>
      <HoldersState holders={holders} />
    </form>
  );
}
