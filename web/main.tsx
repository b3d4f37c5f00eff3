import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onDroppedField } from '#contract/wire.ts';
import { Broken } from './app/Broken.tsx';
import { routes } from './app/routes.tsx';
import { watchForResetToken } from './modules/access/resetToken.ts';
import { navigationOf, Screens } from './ui/navigation/Screens.tsx';
import { UiProvider } from './ui/UiProvider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

// Runs before any other code can read or store the address.
watchForResetToken();

// It interrupts nobody, and every journey fails on it.
onDroppedField((message) => reportError(new Error(message)));

const navigation = navigationOf(routes);
navigation.start();

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <Screens routes={routes} navigation={navigation} broken={<Broken />} />
    </UiProvider>
  </StrictMode>,
);
