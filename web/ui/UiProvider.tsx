import { MantineProvider } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import './font/font.css';
import './mantine.css';
import './base.css';
import { cssVariables, theme } from './theme.ts';

/**
 * The style nonce that the server writes into the page, so that a strict Content Security Policy allows the theme's
 * variables.
 */
function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';

/** Switches to the light colours while the page is printed, because paper is white. */
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

/** Provides theme, fonts and styles. The colours follow the system setting until the user chooses. */
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
