import { entity as calls, type EntityDetail, type EntityRow } from '#contract/masters/entity.ts';
import { ENTITY_RULES, type EntityDraft, type EntityField, type EntityType } from '#domain/masters/entity.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import type { CallOptions } from '#web/app/post.ts';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import type { Said } from '#web/ui/theirChanges.ts';

/** An entity as it was opened: its fields, and all that the server told of it. */
export interface OpenedEntity {
  readonly draft: EntityDraft;
  readonly version: number;
  readonly detail: EntityDetail;
}

const reference = (srno: number) => (srno === 0 ? '' : String(srno));

/** A new one before anything is typed. */
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

/** Saves under the id it has; empty for a new one. */
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

/** The row of an entity just saved, for the top of a list that does not hold it. */
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

const dateWord = (text: string) => {
  const date = readIsoDate(text);
  return date === null ? text : formatDate(date);
};

/** How a field that holds no plain text reads. */
const WORDS: Partial<Record<EntityField, (draft: EntityDraft) => string>> = {
  active: ({ active }) => (active ? mastersText.active : mastersText.inactive),
  marginType: ({ marginType }) => entityText.marginTypes[marginType],
  rateType: ({ rateType }) => entityText.rateTypes[rateType],
  currencyChoice: ({ currencyChoice }) => entityText.currencyChoices[currencyChoice],
  currencies: ({ currencies }) => currencies.join(', '),
  ibrSellRate: ({ ibrSellRate }) => (ibrSellRate ? uiText.common.yes : uiText.common.no),
  emailRateCard: ({ emailRateCard }) => (emailRateCard ? uiText.common.yes : uiText.common.no),
  licenceFrom: ({ licenceFrom }) => dateWord(licenceFrom),
  licenceTo: ({ licenceTo }) => dateWord(licenceTo),
};

const PLACES = { country: 'enCountryName', state: 'enStateName', city: 'enCityName' } as const;

/** A draft in words; places are named where one of the fetched records tells their names. */
export function sayEntity(draft: EntityDraft, known: readonly OpenedEntity[]): Said[] {
  return (Object.keys(ENTITY_RULES) as EntityField[]).map((field) => {
    const { label } = ENTITY_RULES[field];
    if (field === 'country' || field === 'state' || field === 'city') {
      const value = draft[field];
      const named = known.find((each) => each.draft[field] === value)?.detail[PLACES[field]];
      return { label, value, shown: value === '' ? '' : (named ?? mastersText.stale.chosen) };
    }
    return { label, value: WORDS[field]?.(draft) ?? String(draft[field]).trim() };
  });
}
