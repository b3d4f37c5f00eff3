import { lazy, Suspense } from 'react';
import { EntityScreen } from '#web/rooms/masters/entity/EntityScreen.tsx';

const CardLink = lazy(() =>
  import('#web/rooms/rates/link/CardLink.tsx').then((room) => ({ default: room.CardLink })),
);

/** The entity master with the public card of the entity that is open: neither room knows the other. */
export function EntityPage() {
  return (
    <EntityScreen
      more={(id, mayEdit) => (
        <Suspense fallback={null}>
          <CardLink key={id} id={id} mayEdit={mayEdit} />
        </Suspense>
      )}
    />
  );
}
