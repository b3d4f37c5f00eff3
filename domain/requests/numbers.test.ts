import { describe, expect, it } from 'vitest';
import type { RightKey, Rights } from '../rights.ts';
import { numbersSeenBy } from './numbers.ts';

const may = (granted: Partial<Record<RightKey, string>>): Rights =>
  Object.fromEntries(
    Object.entries(granted).map(([key, flags]) => [
      key,
      { query: flags.includes('q'), add: flags.includes('a'), edit: flags.includes('e') },
    ]),
  );
const seen = (granted: Partial<Record<RightKey, string>>, owner = {}) =>
  numbersSeenBy({ user: '7', rights: may(granted) }, { makers: ['3'], isCarried: false, ...owner });
const RIDER = { TRANREQUESTDETAIL: 'q', HANDOVER: 'qe', CNACCEPT: 'qae' } as const;

describe('numbers are', () => {
  it.each([
    ['whole for those who enter requests', { NEWTRANREQUEST: 'qa' }, {}, 'whole'],
    ['whole for those who change them', { NEWTRANREQUEST: 'qe' }, {}, 'whole'],
    ['whole for an approver', { TRANREQUESTDETAIL: 'q', FNDAPPROVE: 'qe' }, {}, 'whole'],
    ['whole for a maker', { NEWTRANREQUEST: 'q' }, { makers: ['3', '7'] }, 'whole'],
    ['whole for the rider who carries the request', RIDER, { isCarried: true }, 'whole'],
    ['masked for another rider', RIDER, {}, 'masked'],
    ['masked for a rider who only accepts notes', { TRANREQUESTDETAIL: 'q', CNACCEPT: 'qe' }, {}, 'masked'],
    ['shown to a viewer', { TRANREQUESTDETAIL: 'q' }, {}, 'shown'],
    ['shown to a keeper of the vault', { ...RIDER, VAULTSTOCK: 'q' }, {}, 'shown'],
    ['masked for a viewer of the customer box only', { NEWTRANREQUEST: 'q' }, {}, 'masked'],
    [
      'masked for an approver who may only look',
      { TRANREQUESTDETAIL: 'q', BMAPPROVE: 'q', HANDOVER: 'e' },
      {},
      'masked',
    ],
  ])('%s', (_, granted, owner, expected) => {
    expect(seen(granted, owner)).toBe(expected);
  });
});
