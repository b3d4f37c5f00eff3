const FIRST_INDICATOR = 0x1f1e6;
const FIRST_LETTER = 65;

/** Two letters of a country code as the character that systems show as its flag; nothing for anything else. */
export const flagOf = (country: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? String.fromCodePoint(...[...country].map((c) => FIRST_INDICATOR + c.charCodeAt(0) - FIRST_LETTER))
    : '';

let areDrawn: boolean | undefined;

/** Whether this system has flags to show: drawn in black, a real one still has colours. */
export function flagsAreDrawn(): boolean {
  areDrawn ??= draw();
  return areDrawn;
}

const SIDE_PX = 16;

function draw(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE_PX;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return false;
  context.textBaseline = 'top';
  context.font = `${SIDE_PX}px sans-serif`;
  context.fillText(flagOf('IN'), 0, 0);
  const { data } = context.getImageData(0, 0, SIDE_PX, SIDE_PX);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] !== data[at + 1] || data[at + 1] !== data[at + 2]) return true;
  return false;
}
