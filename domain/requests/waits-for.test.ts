import { expect, it } from 'vitest';
import { LEVELS } from './approval.ts';
import { waitsFor, type Progress } from './waits-for.ts';

const submitted: Progress = {
  status: 'P',
  submitted: true,
  isPaid: true,
  link: 'none',
  open: LEVELS,
  isSale: true,
  isInBranch: false,
};

it.each<[string, Partial<Progress>]>([
  ['Draft', { submitted: false }],
  ['', { status: 'W' }],
  ['Payment', { isPaid: false }],
  ['Payment link to be sent', { isPaid: false, link: 'to send' }],
  ['Payment by link', { isPaid: false, link: 'sent' }],
  ['Branch manager', {}],
  ['Branch manager', { link: 'sent' }],
  ['Zonal manager', { open: ['ZM', 'CM', 'FM'] }],
  ['Corporate manager, Fund manager', { open: ['CM', 'FM'] }],
  ['Fund manager', { open: ['FM'] }],
  ['Hand over', { open: [], isInBranch: true }],
  ['Delivery', { open: [] }],
  ['Delivery', { open: [], status: 'S' }],
  ['Collection', { open: [], isSale: false }],
  ['', { open: [], status: 'D' }],
  ['', { open: [], status: 'H', isInBranch: true }],
])('001 §4: a request waits for %j with %j', (what, changes) =>
  expect(waitsFor({ ...submitted, ...changes })).toBe(what),
);
