import { IconTools } from '@tabler/icons-react';
import { appText } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The page of a screen that is not built yet. */
export const notBuilt = (title: string) =>
  function NotBuilt() {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState icon={<IconTools size={28} />} title={appText.notBuilt} />
      </>
    );
  };
