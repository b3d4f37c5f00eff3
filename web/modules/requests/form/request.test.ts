import { describe, expect, it } from 'vitest';
import { blankRequest, withIdNumberAsKept, withOnlyBranch, type OpenedRequest } from './request.ts';

describe('the stored draft of a form while it is typed', () => {
  it.each(['7', '8'])('has no complete Aadhaar number (ID type %s)', (idType) => {
    const typed = blankRequest({ idType, idNumber: '2345 6789 0124', mobile: '9820012345' });
    expect(withIdNumberAsKept(typed)).toEqual({ ...typed, idNumber: 'XXXXXXXX0124' });
  });

  it('has every other number as it was typed', () => {
    const typed = blankRequest({ idType: '1', idNumber: 'P1234567' });
    expect(withIdNumberAsKept(typed)).toEqual(typed);
  });
});

describe('the branch of a stored draft', () => {
  const opened = (branch: string, ok = true) =>
    ({
      draft: blankRequest({ branch }),
      fetched: { detail: { can: { edit: { ok, why: '' } } } },
    }) as OpenedRequest;

  it("is the user's only branch if none was stored", () => {
    expect(withOnlyBranch(opened(''), 'MUM').draft).toEqual(blankRequest({ branch: 'MUM' }));
  });

  it.each([
    ['it has one', opened('PUN'), 'MUM'],
    ['there are several to choose from', opened(''), ''],
    ['nothing can be changed', opened('', false), 'MUM'],
  ])('is unchanged if %s', (_, stored, only) => {
    expect(withOnlyBranch(stored, only)).toBe(stored);
  });
});
