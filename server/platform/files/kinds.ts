const JPEG = 'image/jpeg';

/** Every type that an upload can allow, and the MIME type under which it is served. */
const MIMES = {
  jpg: JPEG,
  jpeg: JPEG,
  png: 'image/png',
  tif: 'image/tiff',
  gif: 'image/gif',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
} as const;

export type FileExtension = keyof typeof MIMES;

export const FILE_EXTENSIONS = Object.keys(MIMES) as readonly FileExtension[];

/** The MIME type of a stored file; never the type that the client sent. */
export function mimeOf(extension: FileExtension): string {
  return MIMES[extension];
}
