import { entity } from '#contract/masters/entity.ts';
import { call } from '#web/app/call.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import type { Source } from './source.ts';

const franchisees: Source = {
  id: 'franchise',
  ask: async (page, signal) => {
    const { reply, next } = await call(entity.franchiseOptions, { branch: '', page }, { signal });
    return { options: reply, hasMore: next !== null };
  },
};

/** A franchise in the user's reach; the value is its id. */
export function FranchisePicker({ within: _, ...props }: PickerProps) {
  return <Picker {...props} source={franchisees} />;
}
