/** The kinds of files whose text is read. Old Word documents and pictures have none that we can read. */
const READABLE = ['pdf', 'docx', 'xlsx', 'xls'] as const;
export type ReadableExtension = (typeof READABLE)[number];

export const isReadable = (extension: string): extension is ReadableExtension =>
  (READABLE as readonly string[]).includes(extension);
