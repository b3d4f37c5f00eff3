import { Suspense } from 'react';
import { EntityScreen } from '#web/modules/masters/entity/EntityScreen.tsx';
import { lazyPart } from '#web/ui/lazyPart.ts';

const CardLink = lazyPart(() => import('#web/modules/rates/link/CardLink.tsx'), 'CardLink');

const RenewalLink = lazyPart(() => import('#web/modules/licences/link/RenewalLink.tsx'), 'RenewalLink');

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
