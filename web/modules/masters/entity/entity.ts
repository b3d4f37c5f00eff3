import { entity as calls, type EntityDetail, type EntityRow } from '#contract/masters/entity.ts';
import { ENTITY_RULES, type EntityDraft, type EntityType } from '#domain/masters/entity.ts';
import { draftOf } from '#web/patterns/record/draftOf.ts';
import { call } from '#web/wire/call.ts';
import type { CallOptions } from '#web/wire/post.ts';

/** An entity as it was opened: its fields, and the whole reply of the server. */
export interface OpenedEntity {
  readonly draft: EntityDraft;
  readonly version: number;
  readonly detail: EntityDetail;
}

/** A new entity before anything is typed. */
export const blankEntity = (type: EntityType): EntityDraft => ({
  type,
  id: '',
  name: '',
  pan: '',
  active: true,
  contactPerson: '',
  address1: '',
  address2: '',
  address3: '',
  country: '',
  state: '',
  city: '',
  phone: '',
  mobile: '',
  email: '',
  controllingBranch: '',
  buyPercentage: '',
  sellPercentage: '',
  ibrCut: '',
  marginType: 'P',
  rateType: 'C',
  currencyChoice: 'A',
  currencies: [],
  ibrSellRate: false,
  emailRateCard: false,
  licenceFrom: '',
  licenceTo: '',
  rbiLicence: '',
  otherDetails: '',
});

const FIELDS = Object.keys(ENTITY_RULES) as (keyof EntityDraft)[];

export async function fetchEntity(type: EntityType, id: string, signal?: AbortSignal): Promise<OpenedEntity> {
  const { reply } = await call(calls.detail, { entity: { type, id } }, { signal });
  return { draft: draftOf<EntityDraft>(reply, FIELDS), version: reply.version, detail: reply };
}

/** Saves under the stored id; empty for a new one. */
export const saveEntity = async (id: string, draft: EntityDraft, options: CallOptions) =>
  (await call(calls.save, { id, record: draft }, options)).reply;

/** The row of a saved entity, for the top of a list that does not contain it. */
export const rowOf = ({ detail }: OpenedEntity): EntityRow => ({
  ...detail,
  pan: detail.pan === '' ? '' : `XXXXXX${detail.pan.slice(-4)}`,
});
