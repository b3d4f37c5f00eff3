import { momentOrEmpty } from '#server/platform/moment.ts';
import { flagValue, referenceValue } from '#contract/fields.ts';
import type { EntityRow, EntityInput } from '#contract/masters/entity.ts';
import { readPan, readPercentage, type EntityDraft } from '#domain/masters/entity.ts';
import type { WireColumns } from '#server/platform/database.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** The dates of a licence in the wire format; empty if there is none. */
const day = (column: string) => `coalesce(to_char(${column}, 'YYYY-MM-DD'), '')`;
const given = (column: string) => `coalesce(${column}::text, '')`;

/** Row → wire. `m` is the entity, `b` its controlling branch. */
export const ENTITY_ROW = {
  enSrno: 'm.srno',
  enType: 'm.type',
  enId: 'm.id',
  enName: 'm.name',
  enPan: `case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end`,
  enCntlBran: `coalesce(b.id, '')`,
  enCntlBranName: `coalesce(b.name, '')`,
  enContactPerson: 'm.contact_person',
  enMobileno: 'm.mobile',
  enLicTo: day('m.licence_to'),
  enActive: 'm.active::integer',
} as const satisfies WireColumns;

/** The controlling branch, if the condition says that the caller may see it. */
export const branchWithin = (condition: string): WireColumns => ({
  enCntlBran: `case when ${condition} then coalesce(b.id, '') else '' end`,
  enCntlBranName: `case when ${condition} then coalesce(b.name, '') else '' end`,
});

/** The document `d` of the kind `k`. */
export const DOCUMENT = {
  srno: 'd.srno',
  name: 'k.name',
  filename: 'd.file_name',
  extension: 'd.extension',
  status: 'd.status',
  uploadedat: momentOrEmpty('d.uploaded_at'),
  uploadedby: 'd.uploaded_by_name',
  approvedat: momentOrEmpty('d.approved_at'),
  reason: 'd.rejection_reason',
  bytes: 'd.bytes',
} as const satisfies WireColumns;

export const ENTITY_DETAIL = {
  ...ENTITY_ROW,
  enPan: 'm.pan',
  enCountry: 'coalesce(m.country, 0)',
  enCountryName: `coalesce(c.name, '')`,
  enState: 'coalesce(m.state, 0)',
  enStateName: `coalesce(st.name, '')`,
  enCity: 'coalesce(m.city, 0)',
  enCityName: `coalesce(ci.name, '')`,
  enAddress1: 'm.address1',
  enAddress2: 'm.address2',
  enAddress3: 'm.address3',
  enPhoneno: 'm.phone',
  enEmail: 'm.email',
  enBuyPercentage: given('m.buy_percentage'),
  enSellPercentage: given('m.sell_percentage'),
  enLicFrom: day('m.licence_from'),
  enIbrCut: given('m.ibr_cut'),
  enIbrSellRate: 'm.ibr_sell_rate::integer',
  enRbiLic: 'm.rbi_licence',
  enEmailRateCard: 'm.email_rate_card::integer',
  enOthDetails: 'm.other_details',
  enIsdAllSelective: 'm.currency_choice',
  enMarginType: 'm.margin_type',
  enRateType: 'm.rate_type',
  version: 'm.version',
  changedby: 'm.changed_by_name',
  changedat: momentOrEmpty('m.changed_at'),
} as const satisfies WireColumns;

/** Wire → draft. Clears an invalid PAN and applies defaults for choices that were not made. */
export function entityDraft(written: EntityInput): { draft: EntityDraft; panWasCleared: boolean } {
  const { pan, wasCleared } = readPan(written.enPan);
  const draft: EntityDraft = {
    type: written.enType,
    id: (written.enId ?? '').trim(),
    name: written.enName.trim(),
    pan,
    active: flagValue(written.enActive) ?? true,
    contactPerson: written.enContactPerson.trim(),
    address1: written.enAddress1.trim(),
    address2: written.enAddress2.trim(),
    address3: written.enAddress3.trim(),
    country: referenceValue(written.enCountry) ?? '',
    state: referenceValue(written.enState) ?? '',
    city: referenceValue(written.enCity) ?? '',
    phone: written.enPhoneno.trim(),
    mobile: written.enMobileno.trim(),
    email: written.enEmail.trim(),
    controllingBranch: written.enType === 'B' ? '' : written.enCntlBran.trim(),
    buyPercentage: written.enBuyPercentage.trim(),
    sellPercentage: written.enSellPercentage.trim(),
    ibrCut: written.enIbrCut.trim(),
    marginType: written.enMarginType || 'P',
    rateType: written.enRateType || 'C',
    currencyChoice: written.enIsdAllSelective || 'A',
    currencies: [...new Set(written.enIsdList ?? [])].sort(),
    ibrSellRate: flagValue(written.enIbrSellRate) ?? false,
    emailRateCard: flagValue(written.enEmailRateCard) ?? false,
    licenceFrom: written.enLicFrom.trim(),
    licenceTo: written.enLicTo.trim(),
    rbiLicence: written.enRbiLic.trim(),
    otherDetails: written.enOthDetails.trim(),
  };
  return { draft, panWasCleared: wasCleared };
}

const orNull = (typed: string) => (typed === '' ? null : typed);
const decimal = (typed: string) => (typed === '' ? null : readPercentage(typed));

/** Draft → the columns of masters.entity that a save may change. The draft must have passed validation. */
const COLUMN_VALUES: Readonly<Record<string, (draft: EntityDraft) => string | boolean | null>> = {
  name: (draft) => draft.name,
  pan: (draft) => draft.pan,
  active: (draft) => draft.active,
  contact_person: (draft) => draft.contactPerson,
  address1: (draft) => draft.address1,
  address2: (draft) => draft.address2,
  address3: (draft) => draft.address3,
  country: (draft) => orNull(draft.country),
  state: (draft) => orNull(draft.state),
  city: (draft) => orNull(draft.city),
  phone: (draft) => draft.phone,
  mobile: (draft) => draft.mobile,
  email: (draft) => draft.email,
  buy_percentage: (draft) => decimal(draft.buyPercentage),
  sell_percentage: (draft) => decimal(draft.sellPercentage),
  ibr_cut: (draft) => decimal(draft.ibrCut),
  margin_type: (draft) => draft.marginType,
  rate_type: (draft) => draft.rateType,
  currency_choice: (draft) => draft.currencyChoice,
  ibr_sell_rate: (draft) => draft.ibrSellRate,
  email_rate_card: (draft) => draft.emailRateCard,
  licence_from: (draft) => orNull(draft.licenceFrom),
  licence_to: (draft) => orNull(draft.licenceTo),
  rbi_licence: (draft) => draft.rbiLicence,
  other_details: (draft) => draft.otherDetails,
};

/** The names of those columns, and the controlling branch, which is found by its id. */
export const ENTITY_COLUMNS: readonly string[] = [...Object.keys(COLUMN_VALUES), 'controlling_branch'];

export const entityColumns = (draft: EntityDraft, controllingBranch: number | null) => ({
  ...Object.fromEntries(Object.entries(COLUMN_VALUES).map(([column, value]) => [column, value(draft)])),
  controlling_branch: controllingBranch,
});

const dateOrNull = (iso: string) => (iso === '' ? null : iso);

export const ENTITY_SHEET: readonly ExportColumn<EntityRow>[] = [
  { header: 'Entity id', kind: 'text', width: 12, value: (row) => row.enId },
  { header: 'Name', kind: 'text', width: 36, value: (row) => row.enName },
  { header: 'PAN', kind: 'text', width: 14, value: (row) => row.enPan },
  { header: 'Controlling branch', kind: 'text', width: 24, value: (row) => row.enCntlBranName },
  { header: 'Contact person', kind: 'text', width: 24, value: (row) => row.enContactPerson },
  { header: 'Mobile', kind: 'text', width: 18, value: (row) => row.enMobileno },
  { header: 'Licence to', kind: 'date', width: 12, value: (row) => dateOrNull(row.enLicTo) },
  {
    header: 'Status',
    kind: 'text',
    width: 10,
    value: (row) => (row.enActive === 1 ? 'Active' : 'Inactive'),
  },
];
