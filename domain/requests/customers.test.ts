import { describe, expect, it } from 'vitest';
import { readCustomerQuery } from './customers.ts';

describe('a typed text about a customer', () => {
  it.each([
    ['98811 67639', { by: 'mobile', value: '9881167639' }],
    ['+91-98811-67639', { by: 'mobile', value: '+919881167639' }],
    ['dempy5298n', { by: 'pan', value: 'DEMPY5298N' }],
    ['P5170824', { by: 'idnumber', value: 'p5170824' }],
    ['Kavya  Iyer', { by: 'name', value: 'kavya iyer' }],
    ['ka', null],
    ['123', null],
    ['', null],
  ])('%s', (typed, read) => expect(readCustomerQuery(typed)).toEqual(read));
});
