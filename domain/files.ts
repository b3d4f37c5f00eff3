/** What every file that is sent must be; asked by the browser before it is sent and by the server while it comes in. */

/** Largest file a person may upload: fixed by the specification. A file of exactly this size passes. */
export const MAX_UPLOAD_BYTES = 10_485_760;

/** Fixed by the specification to the letter. */
export const FILE_REFUSALS = {
  dots: '(.) not allowed in file name.',
  missing: 'Please select a file to upload.',
  tooLarge: 'Please select a file with in 10 MB size.',
} as const;

/** A name and one ending, so that nothing hides behind a second dot. */
export const hasOneDot = (fileName: string): boolean => fileName.split('.').length === 2;

/** Why a file cannot be sent; null where nothing is known against it. */
export function fileRefusal(file: { readonly name: string; readonly size: number } | null): string | null {
  if (file === null || file.name.trim() === '') return FILE_REFUSALS.missing;
  if (!hasOneDot(file.name)) return FILE_REFUSALS.dots;
  if (file.size === 0) return FILE_REFUSALS.missing;
  return file.size > MAX_UPLOAD_BYTES ? FILE_REFUSALS.tooLarge : null;
}
