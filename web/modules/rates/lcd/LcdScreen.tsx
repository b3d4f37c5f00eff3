import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { latestRateCard, makeDisplay } from '#contract/rates/cards.ts';
import { CARD_NOT_AVAILABLE, NO_DISPLAY_BRANCH } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { cardsText } from '#web/texts/cards.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { Displays } from './Displays.tsx';
import styles from './Lcd.module.css';
import { beginDisplay, displayViewOf } from './storedDisplay.ts';

const BRANCH_FIELD = 'lcd-branch';

/** Sets up this browser as a wall display of one branch, and lists the existing ones. */
export function LcdScreen() {
  const view = displayViewOf(useParams()['id']);
  const [branch, setBranch] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [modal, showProblem, showMessage] = useProblem();

  const { working, run } = useSingleRun(async () => {
    setMissing(branch === null);
    if (branch === null) {
      showMessage(NO_DISPLAY_BRANCH, `#${BRANCH_FIELD}`);
      return;
    }
    try {
      const { reply: rows } = await call(latestRateCard, { asked: { type: 'B', id: branch, key: '' } });
      if (rows.length === 0) {
        showMessage(CARD_NOT_AVAILABLE, `#${BRANCH_FIELD}`);
        return;
      }
      const { reply } = await call(makeDisplay, { asked: { id: branch, view } });
      beginDisplay(view, { srno: reply.srno, key: reply.key, entityId: branch });
    } catch (error) {
      showProblem(error);
    }
  });

  return (
    <>
      <PageHeader title={cardsText.lcd.title} detail={cardsText.lcd.detail(cardsText.lcd.views[view])} />
      <form
        noValidate
        className={styles.wish}
        aria-label={cardsText.lcd.title}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <BranchPicker
          id={BRANCH_FIELD}
          label={cardsText.branch}
          required
          preselects
          value={branch}
          error={isMissing ? NO_DISPLAY_BRANCH : undefined}
          onChange={(next) => {
            setBranch(next);
            setMissing(false);
          }}
        />
        <Button type="submit" loading={working} className={styles.generate ?? ''}>
          {cardsText.generate}
        </Button>
      </form>
      <Displays />
      {modal}
    </>
  );
}
