import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { deskText } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { TextField } from '#web/ui/Field.tsx';
import { MAX_VIEW_NAME_CHARS } from './savedViews.ts';

const text = deskText.views;

interface ViewNameFormProps {
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Asks for the name of a view. */
export function ViewNameForm({ onSave, onCancel }: ViewNameFormProps) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') setMissing(true);
        else onSave(name.trim());
      }}
    >
      <TextField
        label={text.name}
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_VIEW_NAME_CHARS}
        value={name}
        error={isMissing && name.trim() === '' ? text.nameMissing : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onCancel}>
          {uiText.common.cancel}
        </Button>
        <Button type="submit">{text.confirm}</Button>
      </Group>
    </form>
  );
}
