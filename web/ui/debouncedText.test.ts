import { expect, test } from 'vitest';
import { receiveText, sendText, startText, unsentText, type DebouncedText } from './debouncedText.ts';

const type = (state: DebouncedText, text: string): DebouncedText => ({ ...state, text });

test('a text is sent once, without surrounding spaces', () => {
  const typed = type(startText(''), ' usd ');
  expect(unsentText(typed)).toBe('usd');
  expect(unsentText(sendText(typed))).toBeNull();
  expect(unsentText(type(sendText(typed), 'usd'))).toBeNull();
});

test('a space at the end survives when the trimmed value comes back', () => {
  const back = receiveText(sendText(type(startText(''), 'new ')), 'new');
  expect(back.text).toBe('new ');
  expect(unsentText(type(back, 'new y'))).toBe('new y');
});

test('a late echo does not undo later typing', () => {
  const first = sendText(type(startText(''), 'a'));
  const second = sendText(type(first, 'ab'));
  const late = receiveText(second, 'a');
  expect(late.text).toBe('ab');
  expect(unsentText(late)).toBeNull();
  expect(receiveText(late, 'ab')).toEqual({ text: 'ab', seen: 'ab', sent: [] });
});

test('a text that is deleted before its echo arrives is sent as empty', () => {
  expect(unsentText(type(sendText(type(startText(''), 'a')), ''))).toBe('');
});

test('a value from outside replaces the text and is not sent back', () => {
  const typed = type(receiveText(sendText(type(startText(''), 'a')), 'a'), 'ab');
  const outside = receiveText(typed, 'zzz');
  expect(outside.text).toBe('zzz');
  expect(unsentText(outside)).toBeNull();
});
