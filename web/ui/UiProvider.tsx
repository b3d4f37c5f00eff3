import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import '@fontsource-variable/inter/wght.css';
import './mantine.css';
import './base.css';
import { cssVariables, theme } from './theme.ts';

/** Where the server writes the page's style nonce, so that a strict policy lets the theme's variables in. */
function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The scroll lock under modals reads its nonce from this name, which bundlers by convention provide. */
function shareNonceWithScrollLock(nonce: string): void {
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

/** Theme, fonts and styles for everything below it; colours follow the system until the user chooses. */
export function UiProvider({ children }: { children: ReactNode }) {
  shareNonceWithScrollLock(readStyleNonce());
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  );
}
