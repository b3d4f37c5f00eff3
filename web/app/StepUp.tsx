import { Suspense, useEffect, useState } from 'react';
import { setAskFactor } from '#web/wire/factor.ts';
import type { FactorError } from '#web/wire/problems.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';

const FactorDialog = lazyPart(() => import('#web/modules/access/factors/FactorDialog.tsx'), 'FactorDialog');

interface Question {
  readonly factor: FactorError['factor'];
  readonly answer: (isGiven: boolean) => void;
}

/** Asks for a fresh second factor when a call needs one. Calls at the same time share one dialog. */
export function StepUp() {
  const [asked, setAsked] = useState<readonly Question[]>([]);
  useEffect(() => {
    setAskFactor((factor) => new Promise((answer) => setAsked((others) => [...others, { factor, answer }])));
    return () => setAskFactor(null);
  }, []);

  function answerAll(isGiven: boolean): void {
    setAsked([]);
    for (const { answer } of asked) answer(isGiven);
  }

  const [first] = asked;
  if (first === undefined) return null;
  return (
    <Suspense fallback={null}>
      <FactorDialog factor={first.factor} onAnswer={answerAll} />
    </Suspense>
  );
}
