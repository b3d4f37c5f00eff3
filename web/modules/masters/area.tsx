import { area } from '#contract/masters/area.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { BranchesPicker } from '#web/pickers/BranchesPicker.tsx';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({
  record: area,
  texts: mastersText.area,
  pickers: { branches: BranchesPicker },
});

export function AreaScreen() {
  return <MasterScreen master={master} />;
}
