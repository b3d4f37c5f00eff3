import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { routes } from './app/routes.tsx';
import { watchForResetToken } from './modules/access/resetToken.ts';
import { UiProvider } from './ui/UiProvider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

// Runs before any other code can read or store the address.
watchForResetToken();

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <RouterProvider router={createBrowserRouter(routes)} />
    </UiProvider>
  </StrictMode>,
);
