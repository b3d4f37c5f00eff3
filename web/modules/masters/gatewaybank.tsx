import { gatewayBank } from '#contract/masters/gatewaybank.ts';
import { MasterScreen } from '#web/patterns/master/MasterScreen.tsx';
import { recordMaster } from '#web/patterns/master/recordMaster.ts';
import { mastersText } from '#web/texts/masters.ts';

const master = recordMaster({ record: gatewayBank, texts: mastersText.gatewayBank });

export function GatewayBankScreen() {
  return <MasterScreen master={master} />;
}
