import { momentOrEmpty } from '#server/platform/moment.ts';
import { entityDocumentSchema } from '#contract/masters/documents.ts';
import {
  entityDetailSchema,
  entityRowSchema,
  type EntityInput,
  type EntityRow,
} from '#contract/masters/entity.ts';
import { readPan, readPercentage, type EntityDraft } from '#domain/masters/entity.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** The dates of a licence in the wire format; empty if there is none. */
const day = (column: string) => `coalesce(to_char(${column}, 'YYYY-MM-DD'), '')`;
const given = (column: string) => `coalesce(${column}::text, '')`;

/** Row → wire. `m` is the entity, `b` its controlling branch. */
export const ENTITY_ROW = onWire(entityRowSchema, {
  srno: 'm.srno',
  type: 'm.type',
  id: 'm.id',
  name: 'm.name',
  pan: `case when m.pan = '' then '' else 'XXXXXX' || right(m.pan, 4) end`,
  controllingBranch: `coalesce(b.id, '')`,
  controllingBranchName: `coalesce(b.name, '')`,
  contactPerson: 'm.contact_person',
  mobile: 'm.mobile',
  licenceTo: day('m.licence_to'),
  active: 'm.active::integer',
});

/** The controlling branch, if the condition says that the caller may see it. */
export const branchWithin = (condition: string): WireColumns =>
  onWire(entityRowSchema, {
    controllingBranch: `case when ${condition} then coalesce(b.id, '') else '' end`,
    controllingBranchName: `case when ${condition} then coalesce(b.name, '') else '' end`,
  });

/** The document `d` of the kind `k`. */
export const DOCUMENT = onWire(entityDocumentSchema, {
  srno: 'd.srno',
  name: 'k.name',
  filename: 'd.file_name',
  extension: 'd.extension',
  status: 'd.status',
  uploadedAt: momentOrEmpty('d.uploaded_at'),
  uploadedBy: 'd.uploaded_by_name',
  approvedAt: momentOrEmpty('d.approved_at'),
  reason: 'd.rejection_reason',
  bytes: 'd.bytes',
});

export const ENTITY_DETAIL = {
  ...ENTITY_ROW,
  ...onWire(entityDetailSchema, {
    pan: 'm.pan',
    country: 'coalesce(m.country, 0)',
    countryName: `coalesce(c.name, '')`,
    state: 'coalesce(m.state, 0)',
    stateName: `coalesce(st.name, '')`,
    city: 'coalesce(m.city, 0)',
    cityName: `coalesce(ci.name, '')`,
    address1: 'm.address1',
    address2: 'm.address2',
    address3: 'm.address3',
    phone: 'm.phone',
    email: 'm.email',
    buyPercentage: given('m.buy_percentage'),
    sellPercentage: given('m.sell_percentage'),
    licenceFrom: day('m.licence_from'),
    ibrCut: given('m.ibr_cut'),
    ibrSellRate: 'm.ibr_sell_rate::integer',
    rbiLicence: 'm.rbi_licence',
    emailRateCard: 'm.email_rate_card::integer',
    otherDetails: 'm.other_details',
    currencyChoice: 'm.currency_choice',
    marginType: 'm.margin_type',
    rateType: 'm.rate_type',
    version: 'm.version',
    changedBy: 'm.changed_by_name',
    changedAt: momentOrEmpty('m.changed_at'),
  }),
};

/** What was sent as a draft. An invalid PAN is cleared, and a branch has no controlling branch. */
export function entityDraft(sent: EntityInput): { draft: EntityDraft; panWasCleared: boolean } {
  const { pan, wasCleared } = readPan(sent.pan);
  const draft: EntityDraft = {
    ...sent,
    id: sent.id ?? '',
    pan,
    controllingBranch: sent.type === 'B' ? '' : sent.controllingBranch,
    currencies: [...new Set(sent.currencies ?? [])].sort(),
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
  { header: 'Entity id', kind: 'text', width: 12, value: (row) => row.id },
  { header: 'Name', kind: 'text', width: 36, value: (row) => row.name },
  { header: 'PAN', kind: 'text', width: 14, value: (row) => row.pan },
  { header: 'Controlling branch', kind: 'text', width: 24, value: (row) => row.controllingBranchName },
  { header: 'Contact person', kind: 'text', width: 24, value: (row) => row.contactPerson },
  { header: 'Mobile', kind: 'text', width: 18, value: (row) => row.mobile },
  { header: 'Licence to', kind: 'date', width: 12, value: (row) => dateOrNull(row.licenceTo) },
  {
    header: 'Status',
    kind: 'text',
    width: 10,
    value: (row) => (row.active ? 'Active' : 'Inactive'),
  },
];
