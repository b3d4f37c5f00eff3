import { readPan } from '../masters/entity.ts';
import { ungrouped } from './mobile.ts';

/** How a typed text identifies customers. */
export interface CustomerQuery {
  readonly by: 'pan' | 'mobile' | 'idnumber' | 'name';
  readonly value: string;
}

export const MAX_CUSTOMERS = 10;
export const MAX_QUERY_CHARS = 50;
const LEAST_NAME_CHARS = 3;
const LEAST_ID_CHARS = 5;
const MOBILE = /^\+?\d{8,15}$/;

/** What a typed text searches: a PAN, a mobile number, an ID number or the beginning of a name. Null if it is too short. */
export function readCustomerQuery(typed: string): CustomerQuery | null {
  const text = typed.trim().replace(/\s+/g, ' ').slice(0, MAX_QUERY_CHARS);
  const number = ungrouped(text);
  const { pan, wasCleared } = readPan(number);
  if (!wasCleared && pan !== '') return { by: 'pan', value: pan };
  if (MOBILE.test(number)) return { by: 'mobile', value: number };
  if (/\d/.test(number))
    return number.length < LEAST_ID_CHARS ? null : { by: 'idnumber', value: number.toLowerCase() };
  return text.length < LEAST_NAME_CHARS ? null : { by: 'name', value: text.toLowerCase() };
}
