import { lazy, Suspense } from 'react';
import { EntityScreen } from '#web/modules/masters/entity/EntityScreen.tsx';

const CardLink = lazy(() =>
  import('#web/modules/rates/link/CardLink.tsx').then((module) => ({ default: module.CardLink })),
);

const RenewalLink = lazy(() =>
  import('#web/modules/licences/link/RenewalLink.tsx').then((module) => ({ default: module.RenewalLink })),
);

/**
 * The entity master with the public card and the renewal link of the open entity. The page combines them because
 * modules do not import each other.
 */
export function EntityPage() {
  return (
    <EntityScreen
      more={(id, mayEdit) => (
        <Suspense fallback={null}>
          <CardLink key={`card ${id}`} id={id} mayEdit={mayEdit} />
          <RenewalLink key={`renewal ${id}`} id={id} />
        </Suspense>
      )}
    />
  );
}
