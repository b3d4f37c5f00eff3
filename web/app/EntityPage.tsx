import { lazy, Suspense } from 'react';
import { EntityScreen } from '#web/modules/masters/entity/EntityScreen.tsx';

const CardLink = lazy(() =>
  import('#web/modules/rates/link/CardLink.tsx').then((module) => ({ default: module.CardLink })),
);

/**
 * The entity master with the public card of the open entity. The page combines them because the two modules do not
 * import each other.
 */
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
