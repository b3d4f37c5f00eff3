import { areReversed, daysBetween, readIsoDate, type IsoDate } from '../dates.ts';
import { isEmail } from '../email.ts';
import { mandatoryMessage } from '../messages.ts';
import { parseAmount } from '../numbers.ts';
import { fieldProblems, type FieldProblem, type FieldRule } from '../rules.ts';

/** A branch, a franchise or a councilor. The installation creates the head office; this master does not manage it. */
export const ENTITY_TYPES = ['B', 'F', 'S'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** The display names of an entity's choices. */
export const ENTITY_WORDS = {
  type: { B: 'Branch', F: 'Franchise', S: 'Councilor' },
  marginType: { F: 'Flat', P: 'Percentage' },
  rateType: { C: 'Card rate', O: 'Live rate' },
  currencyChoice: { A: 'All', S: 'Selective' },
} as const;

/** An entity as typed. Codes, dates and decimals are text; a missing value is empty. */
export interface EntityDraft {
  readonly type: EntityType;
  /** The short code, assigned once; empty for a new entity that gets the next free code. */
  readonly id: string;
  readonly name: string;
  readonly pan: string;
  readonly active: boolean;
  readonly contactPerson: string;
  readonly address1: string;
  readonly address2: string;
  readonly address3: string;
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly phone: string;
  readonly mobile: string;
  readonly email: string;
  /** The id of the controlling branch; a branch has none. */
  readonly controllingBranch: string;
  readonly buyPercentage: string;
  readonly sellPercentage: string;
  readonly ibrCut: string;
  /** F: rupees for each unit, P: per cent. */
  readonly marginType: 'F' | 'P';
  /** C: the card of the day, O: the most recent rates. */
  readonly rateType: 'C' | 'O';
  /** A: every currency, S: those in `currencies`. */
  readonly currencyChoice: 'A' | 'S';
  readonly currencies: readonly string[];
  readonly ibrSellRate: boolean;
  readonly emailRateCard: boolean;
  readonly licenceFrom: string;
  readonly licenceTo: string;
  readonly rbiLicence: string;
  readonly otherDetails: string;
}

export type EntityField = keyof EntityDraft;

/** Labels and lengths, in the order of the form. The mandatory fields depend on the type: see `requiredFields`. */
export const ENTITY_RULES: Readonly<Record<EntityField, FieldRule>> = {
  type: { label: 'Type' },
  id: { label: 'Entity id', maxChars: 20 },
  name: { label: 'Name', maxChars: 100 },
  pan: { label: 'PAN', maxChars: 10 },
  active: { label: 'Status' },
  contactPerson: { label: 'Contact person', maxChars: 50 },
  address1: { label: 'Address line 1', maxChars: 100 },
  address2: { label: 'Address line 2', maxChars: 100 },
  address3: { label: 'Address line 3', maxChars: 100 },
  country: { label: 'Country' },
  state: { label: 'State' },
  city: { label: 'City' },
  phone: { label: 'Phone', maxChars: 50 },
  mobile: { label: 'Mobile', maxChars: 50 },
  email: { label: 'E-mail', maxChars: 500 },
  controllingBranch: { label: 'Controlling branch' },
  buyPercentage: { label: 'Buy percentage', maxChars: 10, filter: 'decimal' },
  sellPercentage: { label: 'Sell percentage', maxChars: 10, filter: 'decimal' },
  ibrCut: { label: 'IBR cut', maxChars: 10, filter: 'decimal' },
  marginType: { label: 'Margin type' },
  rateType: { label: 'Rate type' },
  currencyChoice: { label: 'Currencies' },
  currencies: { label: 'Selected currencies' },
  ibrSellRate: { label: 'IBR as sell rate' },
  emailRateCard: { label: 'E-mail rate card' },
  licenceFrom: { label: 'Licence from' },
  licenceTo: { label: 'Licence to' },
  rbiLicence: { label: 'RBI licence', maxChars: 100 },
  otherDetails: { label: 'Other details', maxChars: 500 },
};

const ALWAYS_REQUIRED = ['name', 'address1', 'country', 'state'] as const;
const REQUIRED_OF: Readonly<Record<EntityType, readonly EntityField[]>> = {
  B: ALWAYS_REQUIRED,
  F: [...ALWAYS_REQUIRED, 'controllingBranch', 'buyPercentage'],
  S: [...ALWAYS_REQUIRED, 'sellPercentage'],
};

export const requiredFields = (type: EntityType): readonly EntityField[] => REQUIRED_OF[type];

export const ENTITY_ID = /^[A-Z0-9]{2,20}$/;
const CURRENCY_CODE = /^[A-Z0-9]{3}$/;
/** The maximum number of decimals that ten characters can hold. */
export const PERCENTAGE_PLACES = 8;
const DECIMALS = ['buyPercentage', 'sellPercentage', 'ibrCut'] as const;

/** A typed percentage as an exact decimal; null if it is not one. */
export const readPercentage = (typed: string): string | null =>
  parseAmount(typed, { places: PERCENTAGE_PLACES });

const isZero = (decimal: string) => !/[1-9]/.test(decimal);

function isMissing(draft: EntityDraft, field: EntityField): boolean {
  const typed = String(draft[field]).trim();
  if (typed === '') return true;
  const isDecimal = (DECIMALS as readonly string[]).includes(field);
  return isDecimal && isZero(readPercentage(typed) ?? '1');
}

/**
 * Every reason why an entity cannot be saved: first one message that names all missing fields, then the other reasons
 * in the order of the form.
 */
export function entityProblems(
  draft: EntityDraft,
  required = requiredFields(draft.type),
): FieldProblem<EntityField>[] {
  const missing = required.filter((field) => isMissing(draft, field));
  const message = mandatoryMessage(missing.map((field) => ENTITY_RULES[field].label));
  const { currencies, ...typed } = draft;
  const tooLong = fieldProblems(ENTITY_RULES, { ...typed, currencies: null });
  return [
    ...missing.map((field) => ({ field, message })),
    ...tooLong,
    ...[...wrongValues(draft)].filter(({ field }) => !tooLong.some((problem) => problem.field === field)),
  ];
}

function* wrongValues(draft: EntityDraft): Generator<FieldProblem<EntityField>> {
  const id = draft.id.trim();
  if (id !== '' && !ENTITY_ID.test(id))
    yield { field: 'id', message: 'Entity id must have 2 to 20 capital letters or digits.' };
  if (!emailsOf(draft.email).every(isEmail))
    yield { field: 'email', message: 'E-mail must hold addresses, separated by commas.' };
  for (const field of DECIMALS) {
    const typed = draft[field].trim();
    if (typed !== '' && readPercentage(typed) === null)
      yield { field, message: `${ENTITY_RULES[field].label} must be a number, such as 1.25.` };
  }
  if (!draft.currencies.every((code) => CURRENCY_CODE.test(code)))
    yield { field: 'currencies', message: 'Selected currencies must be codes of 3 characters.' };
  for (const field of ['licenceFrom', 'licenceTo'] as const)
    if (draft[field] !== '' && readIsoDate(draft[field]) === null)
      yield { field, message: `${ENTITY_RULES[field].label} is not a date.` };
  if (areReversed(draft.licenceFrom, draft.licenceTo))
    yield { field: 'licenceTo', message: 'Licence to cannot be before licence from.' };
}

/** The addresses in a field that can hold several. */
export const emailsOf = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** The fourth letter is the kind of holder: a person (P), a company (C), a firm (F) and so on. */
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$/;

const PAN_SHAPE = '5 letters, 4 digits and 1 letter, the fourth letter one of A B C F G H J L P T';
/** The message for a user whose PAN was cleared. */
export const PAN_CLEARED = `The PAN was cleared: it must have ${PAN_SHAPE}.`;

/** A PAN as stored: in capitals, or cleared if it is not valid. */
export function readPan(typed: string): { readonly pan: string; readonly wasCleared: boolean } {
  const pan = typed.trim().toUpperCase();
  return PAN.test(pan) ? { pan, wasCleared: false } : { pan: '', wasCleared: pan !== '' };
}

/**
 * Every reason why a row of a sheet cannot become an entity. Rows are matched by their id. During an import nobody
 * notices a cleared value, so this function refuses what the form clears.
 */
export function entityRowProblems(
  draft: Omit<EntityDraft, 'type'> & { readonly type: EntityType | '' },
): FieldProblem<EntityField>[] {
  const { type } = draft;
  if (type === '') return [{ field: 'type', message: mandatoryMessage([ENTITY_RULES.type.label]) }];
  const problems = entityProblems({ ...draft, type }, ['id', ...requiredFields(type)]);
  if (type === 'B' && draft.controllingBranch !== '')
    problems.push({ field: 'controllingBranch', message: 'A branch has no controlling branch.' });
  if (readPan(draft.pan).wasCleared && !problems.some(({ field }) => field === 'pan'))
    problems.push({ field: 'pan', message: `PAN must have ${PAN_SHAPE}.` });
  return problems;
}

export const LICENCE_SOON_DAYS = 60;
const URGENT_DAYS = 15;

/** The state of a licence on a day. The licence is still valid on its last day. */
export interface LicenceState {
  readonly state: 'none' | 'valid' | 'soon' | 'urgent' | 'lapsed';
  /** Days from today to the last day; negative after the licence has lapsed. */
  readonly days: number;
}

export function licenceState(licenceTo: IsoDate | null, today: IsoDate): LicenceState {
  if (licenceTo === null) return { state: 'none', days: 0 };
  const days = daysBetween(today, licenceTo);
  if (days < 0) return { state: 'lapsed', days };
  if (days < URGENT_DAYS) return { state: 'urgent', days };
  return { state: days < LICENCE_SOON_DAYS ? 'soon' : 'valid', days };
}
