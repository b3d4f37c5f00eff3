import { expect, test } from 'vitest';
import { USER_TEXTS, userRowProblems, type UserRowDraft } from './user.ts';

const row: UserRowDraft = {
  name: 'Asha Rao',
  userId: 'asha',
  mobile: '',
  email: 'asha@bureau.example',
  entityType: 'B',
  entityCode: 'MUM',
  rightGroup: 'Branch staff',
  employeeCode: '',
  enabled: true,
  active: true,
  sendMail: true,
};

test('a good row has no problems, whatever the length of its id: it may be an old one', () => {
  expect(userRowProblems(row)).toEqual([]);
  expect(userRowProblems({ ...row, userId: 'x'.repeat(21) })).toEqual([]);
});

test.each([
  [{ email: '' }, 'email', USER_TEXTS.mailNeedsAddress],
  [{ enabled: false }, 'sendMail', USER_TEXTS.mailNeedsActive],
  [{ active: false }, 'sendMail', USER_TEXTS.mailNeedsActive],
  [{ userId: '' }, 'userId', USER_TEXTS.idMissing],
  [{ rightGroup: '' }, 'rightGroup', USER_TEXTS.groupMissing],
  [{ entityCode: '' }, 'entityCode', USER_TEXTS.headMissing.B],
])('%o is told at %s', (change, field, message) =>
  expect(userRowProblems({ ...row, ...change })).toEqual([{ field, message }]),
);

test('without a mail neither address nor state matters', () =>
  expect(userRowProblems({ ...row, sendMail: false, email: '', active: false })).toEqual([]));
