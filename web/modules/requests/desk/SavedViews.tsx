import { Button, Group, Menu } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useSession } from '#web/wire/session.ts';
import { deskText } from '#web/texts/desk.ts';
import { uiText } from '#web/texts/ui.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import styles from './Desk.module.css';
import { MAX_VIEW_NAME_CHARS, readViews, withView, writeViews, type SavedView } from './savedViews.ts';
import { isSameSearch, type DeskSearch } from './search.ts';

const text = deskText.views;

interface SavedViewsProps {
  search: DeskSearch;
  onChoose: (search: DeskSearch) => void;
}

/** Searches that the user has named, stored on this machine. */
export const SavedViews = memo(function SavedViews({ search, onChoose }: SavedViewsProps) {
  const user = useSession()?.id ?? '';
  const [views, setViews] = useState(() => readViews(user));
  const [isNaming, setNaming] = useState(false);

  function keep(next: readonly SavedView[]): void {
    writeViews(user, next);
    setViews(readViews(user));
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {views.find((view) => isSameSearch(view.search, search))?.name ?? text.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={text.saved} className={styles.views ?? ''}>
          {views.length === 0 ? <Menu.Item disabled>{text.none}</Menu.Item> : null}
          {views.map((view) => (
            <div key={view.name} className={styles.view} role="none">
              <Menu.Item onClick={() => onChoose(view.search)}>{view.name}</Menu.Item>
              <Menu.Item
                className={styles.forget ?? ''}
                aria-label={text.remove(view.name)}
                closeMenuOnClick={false}
                onClick={() => keep(views.filter(({ name }) => name !== view.name))}
              >
                <IconX size={14} aria-hidden />
              </Menu.Item>
            </div>
          ))}
          <Menu.Divider role="separator" />
          <Menu.Item onClick={() => setNaming(true)}>{text.save}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title={text.title} width="sm">
        <NameForm
          onSave={(name) => {
            keep(withView(views, { name, search }));
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      </Dialog>
    </>
  );
});

function NameForm({ onSave, onCancel }: { onSave: (name: string) => void; onCancel: () => void }) {
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
