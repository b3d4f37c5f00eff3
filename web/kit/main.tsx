import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router';
import { UiProvider } from '../ui/UiProvider.tsx';
import { KitFrame } from './KitFrame.tsx';
import { kitPages } from './pages.ts';

/**
 * Shows every shared component in every state, for development. The product's build starts at index.html and does not
 * include this page.
 */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const router = createHashRouter([
  {
    path: '/',
    Component: KitFrame,
    children: kitPages.map(({ path, Page }) =>
      path === '/' ? { index: true, Component: Page } : { path: path.slice(1), Component: Page },
    ),
  },
]);

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  </StrictMode>,
);
