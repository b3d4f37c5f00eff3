import type { CompanyInput } from '#contract/masters/company.ts';
import type { CompanyDraft } from '#domain/masters/company.ts';
import type { WireColumns } from '#server/platform/database.ts';

export const COMPANY_ROW = {
  co_name: 'm.name',
  co_address1: 'm.address1',
  co_address2: 'm.address2',
  co_address3: 'm.address3',
  co_licence: 'm.licence',
  co_gstin: 'm.gstin',
  co_contact1: 'm.contact1',
  co_contact2: 'm.contact2',
  co_haslogo: '(m.logo_hash is not null)::integer',
} as const satisfies WireColumns;

export const companyDraft = (written: CompanyInput): CompanyDraft => ({
  name: written.co_name.trim(),
  address1: written.co_address1.trim(),
  address2: written.co_address2.trim(),
  address3: written.co_address3.trim(),
  licence: written.co_licence.trim(),
  gstin: written.co_gstin.trim().toUpperCase(),
  contact1: written.co_contact1.trim(),
  contact2: written.co_contact2.trim(),
});
