import { Button } from '@mantine/core';
import { IconList, type Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { isReadable } from './readable.ts';
import styles from './SearchForm.module.css';

/** The typed search. The search in the address replaces it whenever the address changes, for example on Back. */
export function useTypedSearch<Search>(
  search: Search,
  isSame: (one: Search, other: Search) => boolean = Object.is,
): [Search, (typed: Search) => void] {
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  if (!isSame(search, seen)) {
    setSeen(search);
    setTyped(search);
  }
  return [typed, setTyped];
}

interface SearchFormProps {
  label: string;
  submit: string;
  icon?: Icon;
  working?: boolean;
  /** In a row with other content: each field as wide as it needs to be. */
  inline?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields above a list; they take effect when the user presses the button or Enter. */
export function SearchForm(props: SearchFormProps) {
  const { label, submit, icon: Icon = IconList, working = false, inline = false, onSubmit, children } = props;
  return (
    <search aria-label={label} className="no-print">
      <form
        noValidate
        className={inline ? styles.inline : styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReadable(event.currentTarget)) onSubmit();
        }}
      >
        {children}
        <Button
          type="submit"
          variant="default"
          loading={working}
          leftSection={<Icon size={16} aria-hidden />}
        >
          {submit}
        </Button>
      </form>
    </search>
  );
}
