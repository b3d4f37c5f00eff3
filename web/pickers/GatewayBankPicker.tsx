import { gatewayBankList } from '#contract/masters/gatewaybank.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

const banks = sourceOf('gatewaybank', gatewayBankList);

/** A bank that the payment gateway supports; the value is the gateway's code. */
export function GatewayBankPicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={banks} />;
}
