import { state } from '#contract/masters/state.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { CountryPicker } from '#web/pickers/CountryPicker.tsx';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({
  record: state,
  texts: mastersText.state,
  pickers: { country: CountryPicker },
});

export function StateScreen() {
  return <MasterScreen master={master} />;
}
