import { useState } from 'react';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { CheckField, PasswordField, TextAreaField, TextField } from '../ui/Field.tsx';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { YesNoField } from '../ui/YesNoField.tsx';
import { today } from '../ui/today.ts';
import { Sample, Samples } from './Sample.tsx';

const choices = [
  'Mumbai, Fort',
  'Pune, Camp',
  'Nagpur, Sitabuldi',
  'Nashik, College Road',
  'Thane, Naupada',
].map((label, index) => ({ value: String(index), label }));

export function FieldsPage() {
  return (
    <>
      <PageHeader title="Fields" detail="Label above, help under it, what is wrong beside the field itself" />
      <Samples>
        <Sample name="Text">
          <TextField label="Name" required placeholder="As on the passport" />
          <TextField label="Remark" description="Shown to the branch" mt={12} />
          <TextField label="PAN" error="PAN sould be 10 characters" defaultValue="ABCDE12" mt={12} required />
          <TextField label="Number" disabled defaultValue="1,204" mt={12} />
          <TextAreaField label="Address" mt={12} />
          <PasswordField label="Password" mt={12} required />
        </Sample>
        <Sample name="Choice">
          <ChoiceSamples />
        </Sample>
        <Sample name="Date">
          <DateSamples />
        </Sample>
        <Sample name="Money">
          <MoneySamples />
        </Sample>
      </Samples>
    </>
  );
}

function ChoiceSamples() {
  const [branch, setBranch] = useState<string | null>(null);
  const [answer, setAnswer] = useState<'Y' | 'N' | null>(null);
  const [ticked, setTicked] = useState(true);
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <SelectField label="Branch" required choices={choices} value={branch} onChange={setBranch} />
      <SelectField label="Branch, chosen" choices={choices} value="1" onChange={setBranch} />
      <SelectField
        label="Branch, missing"
        choices={choices}
        value={null}
        onChange={setBranch}
        error="Select a branch"
      />
      <SelectField label="Branch, fixed" choices={choices} value="0" onChange={setBranch} disabled />
      <CheckField label="Delivery at home" checked={ticked} onChange={() => setTicked(!ticked)} />
      <CheckField label="I have read it" description="The text above" error="Tick to go on" />
      <YesNoField label="Display board correct?" required value={answer} onChange={setAnswer} />
      <YesNoField label="Register signed?" value={null} onChange={setAnswer} error="Answer yes or no" />
    </div>
  );
}

function DateSamples() {
  const [travel, setTravel] = useState<IsoDate | null>(null);
  const [birth, setBirth] = useState<IsoDate | null>(addDays(today(), -12_000));
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <DateInput
        label="Travel date"
        required
        description={`Read as ${travel ?? 'nothing'}`}
        value={travel}
        onChange={setTravel}
        min={today()}
        max={addDays(today(), 365)}
      />
      <DateInput label="Date of birth" value={birth} onChange={setBirth} max={today()} />
      <DateInput label="Date, missing" value={null} onChange={setTravel} error="Enter the date" />
      <DateInput label="Date, fixed" value={today()} onChange={setTravel} disabled />
    </div>
  );
}

function MoneySamples() {
  const [amount, setAmount] = useState('12345678.5');
  const [rate, setRate] = useState('');
  const [quantity, setQuantity] = useState('1500');
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <MoneyInput
        label="Amount"
        symbol="₹"
        required
        description={`Read as ${amount || 'nothing'}`}
        value={amount}
        onChange={setAmount}
      />
      <MoneyInput label="Rate" places={4} value={rate} onChange={setRate} />
      <MoneyInput label="Quantity" places={0} value={quantity} onChange={setQuantity} />
      <MoneyInput label="Amount, wrong" symbol="₹" value="" onChange={setAmount} error="Enter the amount" />
      <MoneyInput label="Total, fixed" symbol="₹" value="98765.4" onChange={setAmount} readOnly />
    </div>
  );
}
