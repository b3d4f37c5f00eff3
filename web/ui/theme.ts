import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

/** The accent: a deep ink green, like a banknote. */
const ink: MantineColorsTuple = [
  '#eff6f2',
  '#dcebe4',
  '#b9d6c9',
  '#8fbca8',
  '#63a486',
  '#3f8a6a',
  '#2a7456',
  '#1d6147',
  '#135039',
  '#0b3d2b',
];

const gray: MantineColorsTuple = [
  '#f8f9f8',
  '#f1f3f2',
  '#e6e9e7',
  '#d7dbd9',
  '#b9bfbc',
  '#8b938f',
  '#666e6a',
  '#4b524f',
  '#333937',
  '#1c201e',
];

const dark: MantineColorsTuple = [
  '#dde1df',
  '#c3c9c6',
  '#a3aaa7',
  '#7d8581',
  '#3d4341',
  '#2d3230',
  '#232826',
  '#191d1b',
  '#131615',
  '#0d0f0e',
];

const amber: MantineColorsTuple = [
  '#fff8e6',
  '#fdeec5',
  '#f9dd8f',
  '#f3c651',
  '#e2ab28',
  '#c08a10',
  '#9c6d06',
  '#805703',
  '#6b4803',
  '#523702',
];

const green: MantineColorsTuple = [
  '#ebf8ec',
  '#d3efd6',
  '#a9dfae',
  '#79ca81',
  '#4fb25a',
  '#2f943c',
  '#227a2e',
  '#1a6725',
  '#14551d',
  '#0d4115',
];

const red: MantineColorsTuple = [
  '#fef0ef',
  '#fcdedb',
  '#f8bcb7',
  '#f2938c',
  '#ea6c63',
  '#dc443a',
  '#c42f26',
  '#a8241d',
  '#8f1d17',
  '#6f1510',
];

const blue: MantineColorsTuple = [
  '#eef5fd',
  '#d9e9fa',
  '#b2d2f4',
  '#83b5ec',
  '#5897e0',
  '#377bcd',
  '#2764b1',
  '#1d5296',
  '#17447d',
  '#103260',
];

/** The only meanings with a colour; each is always shown with a word and an icon. */
export type Meaning = 'waiting' | 'done' | 'refused' | 'info';

/** Table row heights in pixels; virtual scrolling and the styles share them. */
export const ROW_HEIGHT_PX = { compact: 32, comfortable: 40 } as const;

/** The theme: defines every colour, size and distance of the product. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 6 },
  black: '#1c201e',
  colors: { ink, gray, dark, waiting: amber, done: green, refused: red, info: blue, red },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.4 },
        padding: 16,
      },
    },
    Drawer: {
      defaultProps: { transitionProps: { duration: 120 }, overlayProps: { backgroundOpacity: 0.4 } },
    },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    // The placeholder is an element that ARIA does not allow in a menu; the first item takes the focus instead.
    Menu: {
      defaultProps: { transitionProps: { duration: 80 }, shadow: 'md', withInitialFocusPlaceholder: false },
    },
  },
});

const meanings: readonly Meaning[] = ['waiting', 'done', 'refused', 'info'];

function meaningTokens(scheme: 'light' | 'dark'): Record<string, string> {
  const [text, surface, line] = scheme === 'light' ? [8, 0, 2] : [2, 9, 7];
  const shade = (meaning: Meaning, index: number | undefined) => `var(--mantine-color-${meaning}-${index})`;
  return Object.fromEntries(
    meanings.flatMap((meaning) => [
      [`--${meaning}-text`, shade(meaning, text)],
      [
        `--${meaning}-surface`,
        scheme === 'light'
          ? shade(meaning, surface)
          : `color-mix(in srgb, ${shade(meaning, surface)} 45%, var(--mantine-color-body))`,
      ],
      [`--${meaning}-line`, shade(meaning, line)],
    ]),
  );
}

/** Tokens beyond Mantine's own, and its muted colours darkened to WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--row-compact': `${ROW_HEIGHT_PX.compact}px`,
    '--row-comfortable': `${ROW_HEIGHT_PX.comfortable}px`,
    // A row of work has two lines.
    '--row-task': '48px',
  },
  light: {
    ...meaningTokens('light'),
    '--line': 'var(--mantine-color-gray-2)',
    '--line-strong': 'var(--mantine-color-gray-3)',
    '--surface-quiet': 'var(--mantine-color-gray-0)',
    '--surface-hover': 'var(--mantine-color-gray-1)',
    '--surface-selected': 'var(--mantine-color-ink-0)',
    '--accent-text': 'var(--mantine-color-ink-8)',
    '--buy-text': 'var(--mantine-color-ink-7)',
    '--sell-text': 'var(--mantine-color-info-7)',
    '--focus': 'var(--mantine-color-ink-6)',
    '--ink-surface': '#0b3d2b',
    '--ink-text': '#fff',
    '--ink-dim': '#b9d6c9',
    '--ink-bar': 'var(--mantine-color-ink-4)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-refused-7)',
    '--field-line': 'var(--mantine-color-gray-5)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
  },
  dark: {
    ...meaningTokens('dark'),
    '--line': 'var(--mantine-color-dark-5)',
    '--line-strong': 'var(--mantine-color-dark-4)',
    '--surface-quiet': 'var(--mantine-color-dark-8)',
    '--surface-hover': 'var(--mantine-color-dark-6)',
    '--surface-selected': 'color-mix(in srgb, var(--mantine-color-ink-9) 55%, var(--mantine-color-dark-7))',
    '--accent-text': 'var(--mantine-color-ink-3)',
    '--buy-text': 'var(--mantine-color-ink-3)',
    '--sell-text': 'var(--mantine-color-info-3)',
    '--focus': 'var(--mantine-color-ink-3)',
    '--ink-surface': '#0d3325',
    '--ink-text': '#eff6f2',
    '--ink-dim': '#a5c9b9',
    '--ink-bar': 'var(--mantine-color-ink-5)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-refused-3)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-3)',
    '--mantine-color-refused-light-color': 'var(--mantine-color-refused-3)',
    '--mantine-color-ink-light': 'color-mix(in srgb, var(--mantine-color-ink-7) 60%, transparent)',
    '--mantine-color-ink-light-hover': 'color-mix(in srgb, var(--mantine-color-ink-7) 80%, transparent)',
    '--field-line': '#6a726e',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
  },
});
