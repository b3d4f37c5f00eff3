import type { OptionsPage } from '#contract/fields.ts';
import { entity } from '#contract/masters/entity.ts';
import { call } from '#web/wire/call.ts';
import { pickersText } from '#web/texts/pickers.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import type { Source } from './source.ts';

const franchisees: Source = {
  id: 'franchise',
  ask: async (asked, signal) => {
    const { branch = '', ...page }: OptionsPage<'branch'> = asked;
    const { reply, next } = await call(entity.franchiseOptions, { branch, page }, { signal });
    return { options: reply, hasMore: next !== null };
  },
};

/** A franchise in the user's scope, of the branch in `within` if it is set; the value is its id. */
export function FranchisePicker({ within, ...props }: PickerProps) {
  return (
    <Picker
      {...props}
      source={franchisees}
      by={within ? { branch: within } : {}}
      notYet={within === null ? pickersText.branchFirst : undefined}
    />
  );
}
