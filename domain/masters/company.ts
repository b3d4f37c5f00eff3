import type { FieldRule } from '../rules.ts';

/** The company profile as typed. */
export interface CompanyDraft {
  readonly name: string;
  readonly address1: string;
  readonly address2: string;
  readonly address3: string;
  readonly licence: string;
  readonly gstin: string;
  readonly contact1: string;
  readonly contact2: string;
}

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/i;

export const COMPANY_RULES: Readonly<Record<keyof CompanyDraft, FieldRule>> = {
  name: { label: 'Company name', required: true, maxChars: 100 },
  address1: { label: 'Address line 1', maxChars: 100 },
  address2: { label: 'Address line 2', maxChars: 100 },
  address3: { label: 'Address line 3', maxChars: 100 },
  licence: { label: 'Licence number', maxChars: 100 },
  gstin: {
    label: 'GSTIN',
    maxChars: 15,
    shape: { pattern: GSTIN, message: 'GSTIN must be 15 characters, such as 27AAAAA0000A1Z5.' },
  },
  contact1: { label: 'Contact line 1', maxChars: 100 },
  contact2: { label: 'Contact line 2', maxChars: 100 },
};

/** The lines under the name at the head of a document. An empty field has no line. */
export function letterheadLines(company: Omit<CompanyDraft, 'name'>): string[] {
  const address = [company.address1, company.address2, company.address3].filter((line) => line !== '');
  const numbers = [
    company.licence === '' ? '' : `Licence ${company.licence}`,
    company.gstin === '' ? '' : `GSTIN ${company.gstin}`,
  ].filter((part) => part !== '');
  return [address.join(', '), numbers.join(' · '), company.contact1, company.contact2].filter(
    (line) => line !== '',
  );
}
