import { describe, expect, it } from 'vitest';
import { readCustomerQuery } from './customers.ts';
import { keptMobile } from './mobile.ts';

describe('a typed text about a customer', () => {
  it.each([
    ['98811 67639', { by: 'mobile', value: '9881167639' }],
    ['+91-98811-67639', { by: 'mobile', value: '+919881167639' }],
    ['098811 67639', { by: 'mobile', value: '09881167639' }],
    ['+1 415 555 0134', { by: 'mobile', value: '+14155550134' }],
    ['dempy5298n', { by: 'pan', value: 'DEMPY5298N' }],
    ['P5170824', { by: 'idnumber', value: 'p5170824' }],
    ['Kavya  Iyer', { by: 'name', value: 'kavya iyer' }],
    ['ka', null],
    ['123', null],
    ['', null],
  ])('%s', (typed, read) => expect(readCustomerQuery(typed)).toEqual(read));
});

it.each([
  ['9881167639', '9881167639'],
  ['+91 98811 67639', '9881167639'],
  // A landline needs its 0, and another country its code. Some landlines look like a mobile number.
  ['09881167639', '09881167639'],
  ['080-23456789', '08023456789'],
  ['0712-2345678', '07122345678'],
  ['022-23456789', '022-23456789'],
  ['+1 415 555 0134', '+1 415 555 0134'],
  ['+44 9881167639', '+44 9881167639'],
  [' ', ''],
])('001 §5: the mobile number %j is kept as %j', (typed, kept) => expect(keptMobile(typed)).toBe(kept));
