import { Group, Radio } from '@mantine/core';
import { uiText } from '#web/texts/ui.ts';
import type { FieldProps } from './Field.tsx';

export interface YesNoFieldProps extends FieldProps {
  value: 'Y' | 'N' | null;
  onChange: (value: 'Y' | 'N') => void;
  name?: string;
  disabled?: boolean;
}

/** A yes-or-no question, initially unanswered; the keys Y and N answer it. */
export function YesNoField({
  required,
  error,
  value,
  onChange,
  disabled = false,
  ...props
}: YesNoFieldProps) {
  const answers = [
    { value: 'Y', label: uiText.common.yes },
    { value: 'N', label: uiText.common.no },
  ] as const;
  const pick = (answer: string) => {
    if (answer === 'Y' || answer === 'N') onChange(answer);
  };
  return (
    <Radio.Group
      {...props}
      withAsterisk={required ?? false}
      error={error}
      value={value}
      onChange={pick}
      onKeyDown={(event) => {
        if (!disabled && !event.ctrlKey && !event.altKey && !event.metaKey) pick(event.key.toUpperCase());
      }}
    >
      <Group gap={16} mih={32}>
        {answers.map((answer) => (
          <Radio key={answer.value} {...answer} size="sm" disabled={disabled} />
        ))}
      </Group>
    </Radio.Group>
  );
}
