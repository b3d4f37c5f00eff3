import type { Cell } from '#server/platform/xlsx/sheet.ts';

/** What a cell says, or what is wrong with it. */
export type CellReading = { readonly value: string | boolean | null } | { readonly wrong: string };
export type CellReader = (cell: Cell) => CellReading;

const WRONG = {
  formula: 'This is a formula. Please put its value instead.',
  error: 'This cell shows an error.',
  text: 'Please write a text.',
} as const;

const readable =
  (read: (cell: string | number | boolean | null) => CellReading): CellReader =>
  (cell) =>
    cell !== null && typeof cell === 'object' ? { wrong: WRONG[cell.is] } : read(cell);

/** A text; a number is taken as it is written without separators. */
export const asText: CellReader = readable((cell) =>
  typeof cell === 'boolean' ? { wrong: WRONG.text } : { value: cell === null ? '' : String(cell).trim() },
);

/** A code, which is kept in capitals. */
export const asCode: CellReader = (cell) => {
  const reading = asText(cell);
  return 'value' in reading && typeof reading.value === 'string'
    ? { value: reading.value.toUpperCase() }
    : reading;
};

const eitherOf = (yes: string, no: string): CellReader => {
  const words = new Map<string, boolean>([
    [yes.toLowerCase(), true],
    [no.toLowerCase(), false],
    ['yes', true],
    ['no', false],
    ['y', true],
    ['n', false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
  ]);
  return readable((cell) => {
    const written = cell === null ? '' : String(cell).trim().toLowerCase();
    if (written === '') return { value: null };
    const value = words.get(written);
    return value === undefined ? { wrong: `Please write ${yes} or ${no}.` } : { value };
  });
};

export const asYesNo = eitherOf('Yes', 'No');
export const asActive = eitherOf('Active', 'Inactive');

/** Active where nothing else is said. */
export const asActiveUnlessSaid: CellReader = (cell) => {
  const reading = asActive(cell);
  return 'value' in reading && reading.value === null ? { value: true } : reading;
};
