import { Checkbox } from '@mantine/core';
import { Fragment, useState } from 'react';
import { allUnder, keysInTree, rightOf, withTick, withTicksUnder } from '#domain/access/group.ts';
import { flagsOf, RIGHTS, rightLevel, type RightFlag, type RightKey } from '#domain/rights.ts';
import { peopleText } from '#web/texts/people.ts';
import type { PartProps } from '../master.ts';
import styles from './People.module.css';
import { fromLines, toLines } from './rightLines.ts';

const text = peopleText.group;
const FLAGS = [
  { flag: 'query', label: text.flags.query },
  { flag: 'add', label: text.flags.add },
  { flag: 'edit', label: text.flags.edit },
] as const satisfies readonly { flag: RightFlag; label: string }[];

const KEYS = keysInTree();
const DESCRIPTIONS = new Map<RightKey, string>(RIGHTS.map(({ key, description }) => [key, description]));
export const describeRight = (key: RightKey): string => DESCRIPTIONS.get(key) ?? key;

/** A tick on a right that has others under it. */
interface Tick {
  readonly key: RightKey;
  readonly flag: RightFlag;
  readonly isOn: boolean;
}

/** The tree of all rights with their three flags; a tick on a parent offers the same for what is under it. */
export function RightTree(props: PartProps<{ readonly name: string; readonly rights: readonly string[] }>) {
  const { id, label, draft, isReadOnly, onChange } = props;
  const [last, setLast] = useState<Tick | null>(null);
  const rights = fromLines(draft.rights);

  function tick(next: Tick): void {
    onChange({ ...draft, rights: toLines(withTick(rights, next.key, next.flag, next.isOn)) });
    setLast(allUnder(next.key).length > 0 ? next : null);
  }

  function tickUnder({ key, flag, isOn }: Tick): void {
    onChange({ ...draft, rights: toLines(withTicksUnder(rights, key, flag, isOn)) });
    setLast(null);
  }

  return (
    <div id={id} className={styles.tree}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{text.right}</th>
            {FLAGS.map(({ flag, label: name }) => (
              <th key={flag} scope="col" className={styles.flag}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KEYS.map((key) => (
            <Fragment key={key}>
              <tr>
                <th scope="row" data-level={rightLevel(key)}>
                  {describeRight(key)}
                </th>
                {FLAGS.map(({ flag, label: name }) => (
                  <td key={flag} className={styles.flag}>
                    <Checkbox
                      size="xs"
                      aria-label={text.tick(describeRight(key), name)}
                      // Signing out is everyone's.
                      checked={key === 'LOGOUT' ? flagsOf({}, key)[flag] : rightOf(rights, key)[flag]}
                      disabled={isReadOnly || key === 'LOGOUT'}
                      onChange={(event) => tick({ key, flag, isOn: event.currentTarget.checked })}
                    />
                  </td>
                ))}
              </tr>
              {last?.key === key ? <Offer tick={last} onPress={() => tickUnder(last)} /> : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Offer({ tick: { key, flag, isOn }, onPress }: { tick: Tick; onPress: () => void }) {
  const name = FLAGS.find((each) => each.flag === flag)?.label ?? '';
  return (
    <tr>
      <td colSpan={4} className={styles.offerRow} role="status">
        <button type="button" className={styles.offer} onClick={onPress}>
          {text.offer(isOn, name, allUnder(key).length)}
        </button>
      </td>
    </tr>
  );
}
