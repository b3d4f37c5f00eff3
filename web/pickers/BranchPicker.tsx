import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allowedBranches } from '#contract/access/session.ts';
import { useAllowedBranches } from '#web/wire/rights.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';
import { rememberEntry } from './useEntries.ts';

export const branches = sourceOf('branch', allowedBranches);

interface BranchPickerProps extends PickerProps {
  /** Selects the branch of a user with only one branch in scope, because there is nothing to choose. */
  preselects?: boolean;
}

/** A branch in the user's scope; the value is its id. */
export function BranchPicker({ within: _, preselects = false, ...props }: BranchPickerProps) {
  const { value, onChange } = props;
  const client = useQueryClient();
  const { data: allowed } = useAllowedBranches();
  const only = preselects && value === null && allowed?.count === 1 ? allowed.first : null;
  useEffect(() => {
    if (only === null) return;
    rememberEntry(client, branches, only);
    onChange(only.value);
  }, [client, only, onChange]);
  return <Picker {...props} source={branches} />;
}
BranchPicker.source = branches;
