import { entity as calls, type EntityDetail, type EntityRow } from '#contract/masters/entity.ts';
import type { EntityDraft, EntityType } from '#domain/masters/entity.ts';
import { call } from '#web/wire/call.ts';
import type { CallOptions } from '#web/wire/post.ts';

/** An entity as it was opened: its fields, and the whole reply of the server. */
export interface OpenedEntity {
  readonly draft: EntityDraft;
  readonly version: number;
  readonly detail: EntityDetail;
}

const reference = (srno: number) => (srno === 0 ? '' : String(srno));

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

const draftOf = (detail: EntityDetail): EntityDraft => ({
  type: detail.enType,
  id: detail.enId,
  name: detail.enName,
  pan: detail.enPan,
  active: detail.enActive === 1,
  contactPerson: detail.enContactPerson,
  address1: detail.enAddress1,
  address2: detail.enAddress2,
  address3: detail.enAddress3,
  country: reference(detail.enCountry),
  state: reference(detail.enState),
  city: reference(detail.enCity),
  phone: detail.enPhoneno,
  mobile: detail.enMobileno,
  email: detail.enEmail,
  controllingBranch: detail.enCntlBran,
  buyPercentage: detail.enBuyPercentage,
  sellPercentage: detail.enSellPercentage,
  ibrCut: detail.enIbrCut,
  marginType: detail.enMarginType,
  rateType: detail.enRateType,
  currencyChoice: detail.enIsdAllSelective,
  currencies: detail.enIsdList,
  ibrSellRate: detail.enIbrSellRate === 1,
  emailRateCard: detail.enEmailRateCard === 1,
  licenceFrom: detail.enLicFrom,
  licenceTo: detail.enLicTo,
  rbiLicence: detail.enRbiLic,
  otherDetails: detail.enOthDetails,
});

export async function fetchEntity(type: EntityType, id: string, signal?: AbortSignal): Promise<OpenedEntity> {
  const { reply } = await call(calls.detail, { entity: { type, id } }, { signal });
  return { draft: draftOf(reply), version: reply.version, detail: reply };
}

/** Saves under the stored id; empty for a new one. */
export const saveEntity = async (id: string, draft: EntityDraft, options: CallOptions) => {
  const { reply } = await call(
    calls.save,
    {
      id,
      record: {
        enType: draft.type,
        enId: draft.id.trim(),
        enName: draft.name.trim(),
        enPan: draft.pan.trim(),
        enActive: draft.active ? 1 : 0,
        enCountry: draft.country,
        enState: draft.state,
        enCity: draft.city,
        enAddress1: draft.address1.trim(),
        enAddress2: draft.address2.trim(),
        enAddress3: draft.address3.trim(),
        enPhoneno: draft.phone.trim(),
        enMobileno: draft.mobile.trim(),
        enEmail: draft.email.trim(),
        enBuyPercentage: draft.buyPercentage.trim(),
        enSellPercentage: draft.sellPercentage.trim(),
        enCntlBran: draft.controllingBranch,
        enLicFrom: draft.licenceFrom,
        enLicTo: draft.licenceTo,
        enIbrCut: draft.ibrCut.trim(),
        enIbrSellRate: draft.ibrSellRate ? 1 : 0,
        enRbiLic: draft.rbiLicence.trim(),
        enEmailRateCard: draft.emailRateCard ? 1 : 0,
        enOthDetails: draft.otherDetails.trim(),
        enContactPerson: draft.contactPerson.trim(),
        enIsdAllSelective: draft.currencyChoice,
        enIsdList: [...draft.currencies],
        enMarginType: draft.marginType,
        enRateType: draft.rateType,
      },
    },
    options,
  );
  return reply;
};

/** The row of a saved entity, for the top of a list that does not contain it. */
export const rowOf = ({ detail }: OpenedEntity): EntityRow => ({
  enSrno: detail.enSrno,
  enType: detail.enType,
  enId: detail.enId,
  enName: detail.enName,
  enPan: detail.enPan === '' ? '' : `XXXXXX${detail.enPan.slice(-4)}`,
  enCntlBran: detail.enCntlBran,
  enCntlBranName: detail.enCntlBranName,
  enContactPerson: detail.enContactPerson,
  enMobileno: detail.enMobileno,
  enLicTo: detail.enLicTo,
  enActive: detail.enActive,
});
