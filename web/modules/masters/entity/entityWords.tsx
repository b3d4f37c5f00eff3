import { formatDate, readIsoDate } from '#domain/dates.ts';
import { ENTITY_RULES, type EntityDraft, type EntityField } from '#domain/masters/entity.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { ChosenNames } from '#web/pickers/ChosenNames.tsx';
import { CityPicker } from '#web/pickers/CityPicker.tsx';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import type { FromSource } from '#web/pickers/source.ts';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldChange } from '#web/ui/theirChanges.ts';

const dateWord = (text: string) => {
  const date = readIsoDate(text);
  return date === null ? text : formatDate(date);
};

/** The text of each field whose value is not plain text. */
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

/** The fields that hold a record of another master. */
const PICKED: Partial<Record<EntityField, FromSource>> = {
  country: CountryPicker,
  state: StatePicker,
  city: CityPicker,
  controllingBranch: BranchPicker,
};

/** A draft in words. */
export const sayEntity = (draft: EntityDraft): FieldChange[] =>
  (Object.keys(ENTITY_RULES) as EntityField[]).map((field) => {
    const { label } = ENTITY_RULES[field];
    const value = WORDS[field]?.(draft) ?? String(draft[field]).trim();
    const picker = PICKED[field];
    return picker === undefined || value === ''
      ? { label, value }
      : { label, value, shown: <ChosenNames source={picker.source} values={[value]} /> };
  });
