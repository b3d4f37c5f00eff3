import type { ComboboxItem, SelectProps } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';

interface Choices {
  readonly choices: readonly ComboboxItem[];
  readonly value: string | null;
  readonly filter?: SelectProps['filter'];
  readonly onChoose: (value: string) => void;
}

const isPlainEnter = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  key === 'Enter' && !ctrlKey && !altKey && !metaKey;

const contains = (label: string, typed: string) =>
  label.trim().toLowerCase().includes(typed.trim().toLowerCase());

/**
 * Enter after typing takes the first match of the choices. Mantine takes the option that its opened list has marked, and
 * the list loses its mark if the first letter comes right after the focus.
 */
export function useEnterTakesMatch({ choices, value, filter, onChoose }: Choices) {
  const [typed, setTyped] = useState('');
  const isSubmitted = useRef(false);
  const isSearch = typed.trim() !== '' && typed !== choices.find((choice) => choice.value === value)?.label;

  function firstMatch(): ComboboxItem | undefined {
    const options = [...choices];
    const found =
      filter === undefined
        ? options.filter(({ label }) => contains(label, typed))
        : (filter({ options, search: typed, limit: options.length }) as ComboboxItem[]);
    return found.find(({ disabled }) => disabled !== true);
  }

  return {
    typed,
    isSearch,
    onType: setTyped,
    onSubmit: () => {
      isSubmitted.current = true;
    },
    /** Call it before Mantine handles the key. */
    onKey: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.defaultPrevented || !isPlainEnter(event) || !isSearch) return;
      const first = firstMatch();
      if (first === undefined) return;
      // The form goes on to the next field if a choice was made.
      event.preventDefault();
      isSubmitted.current = false;
      queueMicrotask(() => {
        if (!isSubmitted.current) onChoose(first.value);
      });
    },
  };
}
