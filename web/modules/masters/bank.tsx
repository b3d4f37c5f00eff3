import { bank } from '#contract/masters/bank.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({ record: bank, texts: mastersText.bank });

export function BankScreen() {
  return <MasterScreen master={master} />;
}
