import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { steady } from './steady.ts';

afterEach(cleanup);

let rendered = 0;
interface BoxProps {
  value: string;
  limits?: { readonly kind: string; readonly maxChars?: number };
  onPress?: () => void;
}
const Box = steady(function Box({ value, limits, onPress }: BoxProps) {
  rendered += 1;
  return (
    <button type="button" onClick={() => onPress?.()}>
      {value} {limits?.kind}
    </button>
  );
});

/** A form that renders again on every press, with new handlers and objects each time. */
function Form({ pressed, value = 'same', kind = 'numeric' }: FormProps) {
  const [count, setCount] = useState(0);
  const press = () => {
    pressed.push(count);
    setCount(count + 1);
  };
  return <Box value={value} limits={{ kind }} onPress={press} />;
}
interface FormProps {
  pressed: number[];
  value?: string;
  kind?: string;
}

test('new handlers and equal objects do not render it again, and the latest handler is called', () => {
  rendered = 0;
  const pressed: number[] = [];
  render(<Form pressed={pressed} />);
  for (let press = 0; press < 3; press += 1) fireEvent.click(screen.getByRole('button'));
  expect([rendered, pressed]).toEqual([1, [0, 1, 2]]);
});

test('a changed value, and an object with other content, render it again', () => {
  rendered = 0;
  const { rerender } = render(<Form pressed={[]} />);
  rerender(<Form pressed={[]} value="other" />);
  rerender(<Form pressed={[]} value="other" kind="decimal" />);
  expect([rendered, screen.getByRole('button').textContent]).toEqual([3, 'other decimal']);
});

test('a property that is taken away renders it again', () => {
  rendered = 0;
  const { rerender } = render(<Box value="one" limits={{ kind: 'numeric' }} onPress={() => undefined} />);
  rerender(<Box value="one" onPress={() => undefined} />);
  rerender(<Box value="one" />);
  expect([rendered, screen.getByRole('button').textContent]).toEqual([3, 'one ']);
});
