import { MantineProvider } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import '@fontsource-variable/inter/wght.css';
import './mantine.css';
import './base.css';
import { cssVariables, theme } from './theme.ts';

/** Where the server writes the page's style nonce, so that a strict policy lets the theme's variables in. */
function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is white, whatever the screen is: while the page is printed it wears the light colours. */
function printInLight(): () => void {
  const root = document.documentElement;
  const paper = matchMedia('print');
  let onScreen: string | null = null;
  function change(): void {
    if (paper.matches) onScreen = root.getAttribute(SCHEME_ATTRIBUTE);
    const scheme = paper.matches ? 'light' : onScreen;
    if (scheme) root.setAttribute(SCHEME_ATTRIBUTE, scheme);
  }
  paper.addEventListener('change', change);
  return () => paper.removeEventListener('change', change);
}

/** Theme, fonts and styles for everything below it; colours follow the system until the user chooses. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(printInLight, []);
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
