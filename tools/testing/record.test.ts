import { expect, it } from 'vitest';
import { bodyOf, REF, SRNO } from './record.ts';
import { fieldsBody } from './world.ts';

it('fills the places of a body, and leaves a session alone that happens to have their letters', () => {
  const body = (srno: string, reference: string) => fieldsBody(['aREFbSRNOc', 'save', srno, reference]);
  expect(bodyOf({ endpoint: 'x', body: body(SRNO, REF), srno: 5 }, 'bench-1-2-3')).toBe(
    body('5', 'bench-1-2-3'),
  );
});
