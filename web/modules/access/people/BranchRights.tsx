import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { USER_TEXTS } from '#domain/access/user.ts';
import { BranchPicker, branches as branchSource } from '#web/pickers/BranchPicker.tsx';
import { useChosen } from '#web/pickers/useEntries.ts';
import { peopleText } from '#web/texts/people.ts';
import { uiText } from '#web/texts/ui.ts';
import type { PartProps } from '#web/patterns/master/master.ts';
import styles from './People.module.css';
import { fromLine, toLine, type BranchLine, type UserForm } from './userForm.ts';

const text = peopleText.user;

/** The branches in a branch user's scope: a table of branch and yes or no, and a picker that adds branches. */
export function BranchRights({ id, label, draft, isReadOnly, onChange }: PartProps<UserForm>) {
  const lines = draft.branches.map(fromLine);
  const unnamed = lines.filter(({ name }) => name === '').map((line) => line.id);
  const names = new Map(useChosen(branchSource, unnamed).map(({ value, name }) => [value, name]));
  if (draft.entityType !== 'B') return null;

  const change = (next: readonly BranchLine[]) => onChange({ ...draft, branches: next.map(toLine) });
  const nameOf = ({ id: branch, name }: BranchLine) => (name === '' ? (names.get(branch) ?? branch) : name);
  return (
    <section id={id} className={styles.branches} aria-label={label}>
      <h3>{label}</h3>
      {lines.length === 0 ? (
        <p className={styles.note}>{text.noBranches}</p>
      ) : (
        <div className={styles.tree}>
          <table aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{text.branch}</th>
                <th scope="col">{text.allowed}</th>
                {isReadOnly ? null : (
                  <th scope="col" className={styles.flag}>
                    <span className="visually-hidden">{text.removeColumn}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">{`${nameOf(line)} (${line.id})`}</th>
                  <td>
                    <Checkbox
                      size="xs"
                      label={line.isAllowed ? uiText.common.yes : uiText.common.no}
                      aria-label={text.allowedFor(nameOf(line))}
                      checked={line.isAllowed}
                      disabled={isReadOnly}
                      onChange={({ currentTarget: { checked } }) =>
                        change(
                          lines.map((each) => (each.id === line.id ? { ...each, isAllowed: checked } : each)),
                        )
                      }
                    />
                  </td>
                  {isReadOnly ? null : (
                    <td className={styles.flag}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={28}
                        aria-label={text.remove(nameOf(line))}
                        onClick={() => change(lines.filter((each) => each.id !== line.id))}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isReadOnly ? null : (
        <AddBranch
          taken={lines.map((line) => line.id)}
          onAdd={(branch) => change([...lines, { id: branch, isAllowed: true, name: '' }])}
        />
      )}
    </section>
  );
}

/** Adds a branch. A branch must be chosen first, and it can be in the list only once. */
function AddBranch({ taken, onAdd }: { taken: readonly string[]; onAdd: (branch: string) => void }) {
  const [branch, setBranch] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();

  function add(): void {
    if (branch === null) return setProblem(USER_TEXTS.branchMissing);
    if (taken.includes(branch)) return setProblem(USER_TEXTS.branchTwice);
    onAdd(branch);
    setBranch(null);
    setProblem(undefined);
  }

  return (
    <div className={styles.addBranch}>
      <BranchPicker
        label={text.branch}
        value={branch}
        error={problem}
        onChange={(next) => {
          setBranch(next);
          setProblem(undefined);
        }}
      />
      <Button variant="default" onClick={add}>
        {text.addBranch}
      </Button>
    </div>
  );
}
