import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDraftKey } from '#web/wire/rights.ts';
import { useSession } from '#web/wire/session.ts';
import { deskText } from '#web/texts/desk.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './Desk.module.css';
import { ViewNameForm } from './ViewNameForm.tsx';
import {
  canSaveViews,
  readViews,
  withView,
  writeViews,
  type SavedView,
  type ViewOwner,
} from './savedViews.ts';
import { isSameSearch, type DeskSearch } from './search.ts';

const text = deskText.views;

interface SavedViewsProps {
  search: DeskSearch;
  onChoose: (search: DeskSearch) => void;
}

const NONE: readonly SavedView[] = [];

/** The user's views. They can be read as soon as the key of the user is known. */
function useViews() {
  const session = useSession();
  const { data: key } = useDraftKey();
  const client = useQueryClient();
  const queryKey = ['requestviews', session?.srno ?? 0];
  const owner: ViewOwner | null =
    session === null || key === undefined ? null : { srno: session.srno, id: session.id, key };
  const { data: views = NONE } = useQuery({
    queryKey,
    queryFn: () => (owner === null ? NONE : readViews(owner)),
    enabled: owner !== null,
  });
  async function keep(next: readonly SavedView[]): Promise<void> {
    if (owner !== null) client.setQueryData(queryKey, await writeViews(owner, next));
  }
  return { views, keep, canSave: owner !== null && canSaveViews() };
}

/** Searches that the user has named, stored encrypted on this machine. */
export const SavedViews = memo(function SavedViews({ search, onChoose }: SavedViewsProps) {
  const { views, keep, canSave } = useViews();
  const [isNaming, setNaming] = useState(false);

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
                onClick={() => void keep(views.filter(({ name }) => name !== view.name))}
              >
                <IconX size={14} aria-hidden />
              </Menu.Item>
            </div>
          ))}
          <Menu.Divider role="separator" />
          {canSave ? (
            <Menu.Item onClick={() => setNaming(true)}>{text.save}</Menu.Item>
          ) : (
            <Menu.Item disabled>{text.needsTls}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title={text.title} width="sm">
        <ViewNameForm
          onSave={(name) => {
            // The dialog stays until the view is stored, because encryption takes a moment.
            void keep(withView(views, { name, search })).then(() => setNaming(false));
          }}
          onCancel={() => setNaming(false)}
        />
      </Dialog>
    </>
  );
});
