import { Checkbox } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { mayTick } from '#domain/access/grants.ts';
import { allUnder, keysInTree, rightOf, withTick, withTicks } from '#domain/access/group.ts';
import { flagsOf, RIGHTS, rightLevel, type RightFlag, type RightKey } from '#domain/rights.ts';
import { useHolder } from '#web/wire/rights.ts';
import { peopleText } from '#web/texts/people.ts';
import type { PartProps } from '#web/patterns/master/master.ts';
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

/** Every pair of key and flag that can be ticked. */
const TICKS = KEYS.flatMap((key) => FLAGS.map(({ flag }) => [key, flag] as const));
const nameOf = ([key, flag]: readonly [RightKey, RightFlag]) => `${key} ${flag}`;

/** A tick on a right with other rights below it. */
interface Tick {
  readonly key: RightKey;
  readonly flag: RightFlag;
  readonly isOn: boolean;
}

/** The tree of all rights with their three flags. A tick on a parent offers the same tick for the rights below it. */
export function RightTree<Draft extends { readonly rights: readonly string[] }>(props: PartProps<Draft>) {
  const { id, label, draft, isReadOnly, onChange } = props;
  const [last, setLast] = useState<Tick | null>(null);
  const rights = fromLines(draft.rights);
  const by = useHolder();
  const may = useMemo(() => new Set(TICKS.filter(([key, flag]) => mayTick(by, key, flag)).map(nameOf)), [by]);
  const isOpen = (key: RightKey, flag: RightFlag) => may.has(nameOf([key, flag]));
  const openUnder = ({ key, flag }: Tick) => allUnder(key).filter((each) => isOpen(each, flag));

  function tick(next: Tick): void {
    onChange({ ...draft, rights: toLines(withTick(rights, next.key, next.flag, next.isOn)) });
    setLast(openUnder(next).length > 0 ? next : null);
  }

  function tickUnder(next: Tick): void {
    onChange({ ...draft, rights: toLines(withTicks(rights, openUnder(next), next.flag, next.isOn)) });
    setLast(null);
  }

  return (
    <>
      {isReadOnly || may.size === TICKS.length ? null : <p className={styles.note}>{text.onlyOwn}</p>}
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
                        // Every user may sign out.
                        checked={key === 'LOGOUT' ? flagsOf({}, key)[flag] : rightOf(rights, key)[flag]}
                        disabled={isReadOnly || key === 'LOGOUT' || !isOpen(key, flag)}
                        onChange={(event) => tick({ key, flag, isOn: event.currentTarget.checked })}
                      />
                    </td>
                  ))}
                </tr>
                {last?.key === key ? (
                  <Offer tick={last} count={openUnder(last).length} onPress={() => tickUnder(last)} />
                ) : null}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface OfferProps {
  tick: Tick;
  count: number;
  onPress: () => void;
}

function Offer({ tick: { flag, isOn }, count, onPress }: OfferProps) {
  const name = FLAGS.find((each) => each.flag === flag)?.label ?? '';
  return (
    <tr>
      <td colSpan={4} className={styles.offerRow} role="status">
        <button type="button" className={styles.offer} onClick={onPress}>
          {text.offer(isOn, name, count)}
        </button>
      </td>
    </tr>
  );
}
