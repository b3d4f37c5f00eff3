/** How the browser can show a document in place. */
export type DocumentKind = 'picture' | 'pdf' | 'converted' | 'other';

const BY_ENDING: Record<string, DocumentKind> = {
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
  gif: 'picture',
  bmp: 'picture',
  pdf: 'pdf',
  tif: 'converted',
  tiff: 'converted',
};

/** Decides by the file extension, because the server has already checked that the bytes match it. */
export function kindOf(name: string): DocumentKind {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? 'other') : 'other';
}
