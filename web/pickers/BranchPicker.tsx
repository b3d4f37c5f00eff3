import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allowedBranches } from '#contract/access/session.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import { sourceOf } from './source.ts';

export const branches = sourceOf('branch', allowedBranches);

interface BranchPickerProps extends PickerProps {
  /** Selects the branch of a user with only one branch in scope, because there is nothing to choose. */
  preselects?: boolean;
}

/** A branch in the user's scope; the value is its id. */
export function BranchPicker({ within: _, preselects = false, ...props }: BranchPickerProps) {
  const { value, onChange } = props;
  const { data: only } = useQuery({
    queryKey: [branches.id, 'options', 'only'],
    enabled: preselects && value === null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { options } = await branches.ask({ limit: 2 }, signal);
      return options.length === 1 ? (options[0]?.value ?? null) : null;
    },
  });
  useEffect(() => {
    if (preselects && value === null && only !== undefined && only !== null) onChange(only);
  }, [preselects, value, only, onChange]);
  return <Picker {...props} source={branches} />;
}
BranchPicker.source = branches;
