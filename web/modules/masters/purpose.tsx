import { purpose } from '#contract/masters/purpose.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({ record: purpose, texts: mastersText.purpose });

export function PurposeScreen() {
  return <MasterScreen master={master} />;
}
