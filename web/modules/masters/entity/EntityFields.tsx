import { Group, Radio } from '@mantine/core';
import { useState } from 'react';
import {
  ENTITY_RULES,
  PAN_CLEARED,
  readPan,
  requiredFields,
  type EntityDraft,
  type EntityField,
} from '#domain/masters/entity.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { CityPicker } from '#web/pickers/CityPicker.tsx';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { CurrenciesPicker } from '#web/pickers/CurrenciesPicker.tsx';
import { StatePicker } from '#web/pickers/StatePicker.tsx';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { CheckField, limitsOf, TextAreaField, TextField } from '#web/ui/Field.tsx';
import styles from './Entity.module.css';
import { LicenceBadge } from '#web/ui/LicenceBadge.tsx';

/** The id by which a message finds its field. */
export const entityFieldId = (field: EntityField): string => `entity-${field}`;

export interface EntityFieldsProps {
  draft: EntityDraft;
  /** The errors by field. */
  marks: Readonly<Partial<Record<EntityField, string>>>;
  isNew: boolean;
  isReadOnly: boolean;
  onChange: (change: Partial<EntityDraft>) => void;
}

/** Keeps fields side by side aligned when only one of them has help. */
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

type TextName = {
  [Field in EntityField]: EntityDraft[Field] extends string ? Field : never;
}[EntityField];

/** The common properties of every field, by its name. */
function useFieldProps({ draft, marks, isReadOnly, onChange }: EntityFieldsProps) {
  const required = requiredFields(draft.type);
  const common = (field: EntityField) => ({
    id: entityFieldId(field),
    label: ENTITY_RULES[field].label,
    required: required.includes(field),
    error: marks[field],
  });
  const text = (field: TextName) => {
    return {
      ...common(field),
      readOnly: isReadOnly,
      autoComplete: 'off',
      ...limitsOf(ENTITY_RULES[field]),
      value: draft[field],
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ [field]: event.currentTarget.value }),
    };
  };
  return { common, text };
}

/** The fields of an entity, section by section. */
export function EntityFields(props: EntityFieldsProps) {
  const { sections } = entityText;
  return (
    <>
      <Section title={sections.identity}>
        <Identity {...props} />
      </Section>
      <Section title={sections.address}>
        <Address {...props} />
      </Section>
      <Section title={sections.rates}>
        <Rates {...props} />
      </Section>
      <Section title={sections.licence}>
        <Licence {...props} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <div className={styles.grid}>{children}</div>
    </fieldset>
  );
}

function Identity(props: EntityFieldsProps) {
  const { draft, isNew, isReadOnly, onChange } = props;
  const { text, common } = useFieldProps(props);
  const [wasCleared, setCleared] = useState(false);
  return (
    <>
      <TextField
        {...text('id')}
        readOnly={isReadOnly || !isNew}
        autoFocus={isNew && !isReadOnly}
        inputWrapperOrder={HELP_BELOW}
        description={isReadOnly ? undefined : isNew ? entityText.idHelp : entityText.idKept}
        onChange={(event) => onChange({ id: event.currentTarget.value.toUpperCase() })}
      />
      <TextField
        {...text('pan')}
        error={wasCleared ? PAN_CLEARED : text('pan').error}
        onChange={(event) => {
          setCleared(false);
          onChange({ pan: event.currentTarget.value.toUpperCase() });
        }}
        onBlur={() => {
          const read = readPan(draft.pan);
          if (isReadOnly || read.pan === draft.pan) return;
          setCleared(read.wasCleared);
          onChange({ pan: read.pan });
        }}
      />
      <TextField {...text('name')} className={styles.wide} autoFocus={!isNew && !isReadOnly} />
      {draft.type === 'B' ? null : (
        <BranchPicker
          {...common('controllingBranch')}
          readOnly={isReadOnly}
          value={draft.controllingBranch === '' ? null : draft.controllingBranch}
          onChange={(branch) => onChange({ controllingBranch: branch ?? '' })}
        />
      )}
      <Choice
        {...common('active')}
        words={{ Y: mastersText.active, N: mastersText.inactive }}
        value={draft.active ? 'Y' : 'N'}
        isReadOnly={isReadOnly}
        onChange={(value) => onChange({ active: value === 'Y' })}
      />
    </>
  );
}

function Address(props: EntityFieldsProps) {
  const { draft, isReadOnly, onChange } = props;
  const { text, common } = useFieldProps(props);
  const chosen = (value: string) => (value === '' ? null : value);
  return (
    <>
      <TextField {...text('address1')} className={styles.wide} />
      <TextField {...text('address2')} className={styles.wide} />
      <TextField {...text('address3')} className={styles.wide} />
      <CountryPicker
        {...common('country')}
        readOnly={isReadOnly}
        value={chosen(draft.country)}
        onChange={(country) => onChange({ country: country ?? '', state: '', city: '' })}
      />
      <StatePicker
        {...common('state')}
        readOnly={isReadOnly}
        within={chosen(draft.country)}
        value={chosen(draft.state)}
        onChange={(state) => onChange({ state: state ?? '', city: '' })}
      />
      <CityPicker
        {...common('city')}
        readOnly={isReadOnly}
        within={chosen(draft.state)}
        value={chosen(draft.city)}
        onChange={(city) => onChange({ city: city ?? '' })}
      />
      <TextField {...text('contactPerson')} />
      <TextField {...text('phone')} inputMode="tel" />
      <TextField {...text('mobile')} inputMode="tel" />
      <TextField
        {...text('email')}
        className={styles.wide}
        inputMode="email"
        inputWrapperOrder={HELP_BELOW}
        description={isReadOnly ? undefined : entityText.emailHelp}
      />
      <CheckField
        {...common('emailRateCard')}
        className={styles.wide}
        disabled={isReadOnly}
        checked={draft.emailRateCard}
        onChange={(event) => onChange({ emailRateCard: event.currentTarget.checked })}
      />
    </>
  );
}

function Rates(props: EntityFieldsProps) {
  const { draft, isReadOnly, onChange } = props;
  const { text, common } = useFieldProps(props);
  const decimal = (field: TextName) => ({
    ...text(field),
    inputMode: 'decimal' as const,
    classNames: { input: styles.decimal ?? '' },
  });
  return (
    <>
      <TextField {...decimal('buyPercentage')} />
      <TextField {...decimal('sellPercentage')} />
      <Choice
        {...common('marginType')}
        words={entityText.marginTypes}
        value={draft.marginType}
        isReadOnly={isReadOnly}
        onChange={(marginType) => onChange({ marginType })}
      />
      <Choice
        {...common('rateType')}
        words={entityText.rateTypes}
        value={draft.rateType}
        isReadOnly={isReadOnly}
        onChange={(rateType) => onChange({ rateType })}
      />
      <TextField {...decimal('ibrCut')} />
      <CheckField
        {...common('ibrSellRate')}
        className={styles.inline}
        disabled={isReadOnly}
        checked={draft.ibrSellRate}
        onChange={(event) => onChange({ ibrSellRate: event.currentTarget.checked })}
      />
      <Choice
        {...common('currencyChoice')}
        words={entityText.currencyChoices}
        value={draft.currencyChoice}
        isReadOnly={isReadOnly}
        onChange={(currencyChoice) => onChange({ currencyChoice })}
      />
      {draft.currencyChoice === 'S' ? (
        <div className={styles.wide}>
          <CurrenciesPicker
            {...common('currencies')}
            readOnly={isReadOnly}
            value={draft.currencies}
            onChange={(currencies) => onChange({ currencies: [...currencies].sort() })}
          />
        </div>
      ) : null}
    </>
  );
}

function Licence(props: EntityFieldsProps) {
  const { draft, isReadOnly, onChange } = props;
  const { text, common } = useFieldProps(props);
  return (
    <>
      <DateInput
        {...common('licenceFrom')}
        disabled={isReadOnly}
        value={draft.licenceFrom}
        onChange={(_, licenceFrom) => onChange({ licenceFrom })}
      />
      <DateInput
        {...common('licenceTo')}
        disabled={isReadOnly}
        value={draft.licenceTo}
        onChange={(_, licenceTo) => onChange({ licenceTo })}
      />
      {draft.licenceTo === '' ? null : (
        <div className={styles.wide} role="status">
          <LicenceBadge licenceTo={draft.licenceTo} />
        </div>
      )}
      <TextField {...text('rbiLicence')} className={styles.wide} />
      <TextAreaField {...text('otherDetails')} className={styles.wide} />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  id: string;
  label: string;
  required: boolean;
  error: string | undefined;
  words: Readonly<Record<Value, string>>;
  value: Value;
  isReadOnly: boolean;
  onChange: (value: Value) => void;
}

/** A choice between two values, both visible. */
function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { id, label, required, error, words, value, isReadOnly, onChange } = props;
  const values = Object.keys(words) as Value[];
  return (
    <div id={id}>
      <Radio.Group
        label={label}
        withAsterisk={required}
        error={error}
        value={value}
        onChange={(next) => onChange(next)}
      >
        <Group gap={16} mih={32}>
          {values.map((each) => (
            <Radio key={each} value={each} label={words[each]} size="sm" disabled={isReadOnly} />
          ))}
        </Group>
      </Radio.Group>
    </div>
  );
}
