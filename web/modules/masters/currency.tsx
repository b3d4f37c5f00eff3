import { currency } from '#contract/masters/currency.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { mastersText } from '#web/texts/masters.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';

const master = recordMaster({
  record: currency,
  texts: mastersText.currency,
  pickers: { country: CountryPicker },
  cells: { code: ({ code, flag }) => <CurrencyName code={code} flag={flag} /> },
});

export function CurrencyScreen() {
  return <MasterScreen master={master} />;
}
