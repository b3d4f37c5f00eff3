import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { routes } from './app/routes.tsx';
import { watchForResetToken } from './rooms/access/resetToken.ts';
import { UiProvider } from './ui/UiProvider.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

// Before anything else can read or keep the address.
watchForResetToken();

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <RouterProvider router={createBrowserRouter(routes)} />
    </UiProvider>
  </StrictMode>,
);
