import { expect, it } from 'vitest';
import { MAY_NOT_CHANGE } from '#domain/requests/approval.ts';
import { requestFormText as words } from '#web/texts/requests.ts';
import { whyReadOnly } from './readOnly.ts';

const may = (add: boolean, edit: boolean) => ({ query: true, add, edit });
const submitted = { ok: false, why: 'The request is submitted; it must be unlocked first.' };

it.each([
  ['a new one, to who may add', { srno: 0, edit: null }, may(true, false), ''],
  ['a new one, to who may not', { srno: 0, edit: null }, may(false, true), words.mayNotAdd],
  ['one that has its number, to who may change', { srno: 5, edit: null }, may(true, true), ''],
  ['one that has its number, to who may only add', { srno: 5, edit: null }, may(true, false), MAY_NOT_CHANGE],
  ['a stored one that can be changed', { srno: 5, edit: { ok: true, why: '' } }, may(false, true), ''],
  ['a stored one that cannot', { srno: 5, edit: submitted }, may(true, true), submitted.why],
])('the reason why nothing can be changed in %s', (_, standing, rights, why) =>
  expect(whyReadOnly(standing, rights)).toBe(why),
);
