import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRowMovement } from './useRowMovement.ts';

const frames: FrameRequestCallback[] = [];
const drawFrame = () => act(() => frames.splice(0).forEach((draw) => draw(0)));

beforeEach(() => {
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Rows() {
  const movement = useRowMovement({ count: 2, page: 1, onOpen: undefined, scrollTo: () => undefined });
  return (
    <>
      <button onClick={() => movement.moveTo(1)}>Go to the second</button>
      <input aria-label="Name" />
      <table>
        <tbody ref={movement.body} onKeyDown={movement.onKeyDown} onFocus={movement.onFocus}>
          {['First', 'Second'].map((name, index) => (
            <tr key={name} data-index={index} tabIndex={index === movement.active ? 0 : -1} aria-label={name}>
              <td>{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const second = () => screen.getByRole('row', { name: 'Second' });

it('focuses a row once more in the next frame, because it may have been drawn anew', () => {
  render(<Rows />);
  fireEvent.click(screen.getByRole('button'));
  expect(document.activeElement).toBe(second());
  second().blur();
  drawFrame();
  expect(document.activeElement).toBe(second());
});

it('leaves the focus to a field that got it before the next frame', () => {
  render(<Rows />);
  fireEvent.click(screen.getByRole('button'));
  const field = screen.getByRole('textbox');
  field.focus();
  drawFrame();
  expect(document.activeElement).toBe(field);
});
