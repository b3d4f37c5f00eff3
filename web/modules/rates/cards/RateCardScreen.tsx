import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { rateCard, type RateRow } from '#contract/rates/cards.ts';
import type { IsoDate } from '#domain/dates.ts';
import { TEXTS } from '#domain/messages.ts';
import { CARD_NOT_AVAILABLE, NO_FRANCHISEE } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { useLetterhead } from '#web/patterns/letterhead.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { useSession } from '#web/wire/session.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { FranchisePicker } from '#web/pickers/FranchisePicker.tsx';
import { cardsText } from '#web/texts/cards.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import styles from './Cards.module.css';
import { CardSheet, isCard } from './CardSheet.tsx';
import { OwnCard } from './OwnCard.tsx';

type CardType = keyof typeof cardsText.types;

interface Wish {
  readonly date: IsoDate | null;
  readonly branch: string | null;
  readonly type: CardType;
  readonly franchise: string | null;
}

interface Fault {
  readonly field: 'date' | 'branch' | 'franchise';
  readonly text: string;
}

function faultOf({ date, branch, type, franchise }: Wish): Fault | null {
  if (date === null) return { field: 'date', text: cardsText.noDate };
  if (branch === null) return { field: 'branch', text: TEXTS.badBranch };
  if (type === 'F' && franchise === null) return { field: 'franchise', text: NO_FRANCHISEE };
  return null;
}

async function cardOf(wish: Wish, signal?: AbortSignal): Promise<readonly RateRow[]> {
  const asked = {
    type: wish.type,
    date: wish.date ?? '',
    branch: wish.branch ?? '',
    franchise: wish.type === 'F' ? (wish.franchise ?? '') : '',
  };
  return (await call(rateCard, { asked }, { signal })).reply;
}

const fieldId = (field: Fault['field']) => `card-${field}`;

/** The card of a day: any card in scope for staff, their own card for a franchise. */
export function RateCardScreen() {
  const session = useSession();
  if (session?.entitytype === 'F') return <OwnCard />;
  return <StaffCard ownBranch={session?.entitytype === 'B' ? session.entityid : null} />;
}

/** The card of the own branch shows itself on opening. Head office chooses a branch first. */
function StaffCard({ ownBranch }: { ownBranch: string | null }) {
  const [wish, setWish] = useState<Wish>({ date: today(), branch: ownBranch, type: 'B', franchise: null });
  const [rows, setRows] = useState<readonly RateRow[]>([]);
  const [fault, setFault] = useState<Fault | null>(null);
  const [modal, showProblem, showMessage] = useProblem();
  const letterhead = useLetterhead();

  function change(part: Partial<Wish>): void {
    setWish((before) => ({ ...before, ...part }));
    // A card is never shown beside the fields of another one.
    setRows([]);
    setFault(null);
  }
  const changeBranch = (branch: string | null) => change({ branch, franchise: null });

  const { working, run } = useSingleRun(async () => {
    const found = faultOf(wish);
    setFault(found);
    setRows([]);
    if (found !== null) {
      showMessage(found.text, `#${fieldId(found.field)}`);
      return;
    }
    try {
      const reply = await cardOf(wish);
      if (isCard(reply)) setRows(reply);
      else showMessage(CARD_NOT_AVAILABLE, `#${fieldId('date')}`);
    } catch (error) {
      showProblem(error);
    }
  });

  // Nobody has asked for the own card yet, so a failure is silent: Generate shows why there is no card.
  const show = useEffectEvent((reply: readonly RateRow[]) => {
    const isUnchanged = wish.date === today() && wish.branch === ownBranch && wish.type === 'B';
    if (isUnchanged && isCard(reply)) setRows(reply);
  });
  useEffect(() => {
    if (ownBranch === null) return;
    const leaving = new AbortController();
    const wanted: Wish = { date: today(), branch: ownBranch, type: 'B', franchise: null };
    cardOf(wanted, leaving.signal).then(show, () => undefined);
    return () => leaving.abort();
  }, [ownBranch]);

  const errorOf = (field: Fault['field']) => (fault?.field === field ? fault.text : undefined);
  return (
    <>
      <div className="no-print">
        <PageHeader title={cardsText.title} detail={cardsText.detail} />
        <form
          noValidate
          className={styles.wish}
          aria-label={cardsText.title}
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <div id={fieldId('date')} className={styles.date}>
            <DateInput
              label={cardsText.date}
              required
              value={wish.date}
              max={today()}
              error={errorOf('date')}
              onChange={(date) => change({ date })}
            />
          </div>
          <div className={styles.pick}>
            <BranchPicker
              id={fieldId('branch')}
              label={cardsText.branch}
              required
              preselects
              value={wish.branch}
              error={errorOf('branch')}
              onChange={changeBranch}
            />
          </div>
          <div>
            <p className={styles.label} id="card-type">
              {cardsText.type}
            </p>
            <SegmentedControl
              aria-labelledby="card-type"
              data={Object.entries(cardsText.types).map(([value, label]) => ({ value, label }))}
              value={wish.type}
              onChange={(type) => change({ type: type as CardType, franchise: null })}
            />
          </div>
          {wish.type === 'F' ? (
            <div className={styles.pick}>
              <FranchisePicker
                id={fieldId('franchise')}
                label={cardsText.franchise}
                required
                within={wish.branch}
                value={wish.franchise}
                error={errorOf('franchise')}
                onChange={(franchise) => change({ franchise })}
              />
            </div>
          ) : null}
          <Button
            type="submit"
            // Beside a card, Print is the only primary button.
            variant={isCard(rows) ? 'default' : 'filled'}
            loading={working}
            className={styles.generate ?? ''}
          >
            {cardsText.generate}
          </Button>
        </form>
      </div>
      {isCard(rows) && letterhead !== undefined ? (
        <CardSheet rows={rows} letterhead={{ ...letterhead, level: 2 }} />
      ) : null}
      {modal}
    </>
  );
}
