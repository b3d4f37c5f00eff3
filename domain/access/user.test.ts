import { expect, test } from 'vitest';
import { mandatoryMessage } from '../messages.ts';
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

test('a valid row has no problems, whatever the length of its id, because the user may already exist', () => {
  expect(userRowProblems(row)).toEqual([]);
  expect(userRowProblems({ ...row, userId: 'x'.repeat(21) })).toEqual([]);
});

test.each([
  [{ email: '' }, 'email', USER_TEXTS.mailNeedsAddress],
  [{ enabled: false }, 'sendMail', USER_TEXTS.mailNeedsActive],
  [{ active: false }, 'sendMail', USER_TEXTS.mailNeedsActive],
  [{ userId: '' }, 'userId', mandatoryMessage(['User id'])],
  [{ rightGroup: '' }, 'rightGroup', mandatoryMessage(['Right group'])],
  [{ entityCode: '' }, 'entityCode', mandatoryMessage(['Master Head'])],
])('%o is reported at %s', (change, field, message) =>
  expect(userRowProblems({ ...row, ...change })).toEqual([{ field, message }]),
);

test('without the mail, neither the address nor the state matters', () =>
  expect(userRowProblems({ ...row, sendMail: false, email: '', active: false })).toEqual([]));
