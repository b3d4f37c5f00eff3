import { country } from '#contract/masters/country.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({ record: country, texts: mastersText.country });

export function CountryScreen() {
  return <MasterScreen master={master} />;
}
