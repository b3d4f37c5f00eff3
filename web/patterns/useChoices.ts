import { useState } from 'react';

/**
 * What somebody has chosen for a row, shown at once and until `save` has ended, which reads the rows again. A read that
 * began before the save does not know the choice, so choices are kept beside the rows and not among them.
 */
export function useChoices<Choice>() {
  const [choices, setChoices] = useState<ReadonlyMap<number, { readonly choice: Choice }>>(new Map());

  async function show(row: number, choice: Choice, save: () => Promise<void>): Promise<void> {
    const shown = { choice };
    setChoices((before) => new Map(before).set(row, shown));
    try {
      await save();
    } finally {
      setChoices((before) => new Map([...before].filter(([, kept]) => kept !== shown)));
    }
  }

  return { show, choiceOf: (row: number): Choice | undefined => choices.get(row)?.choice };
}
