/** The texts of documents of every kind. A translation is a second object of this shape. */
export const documentText = {
  actions: 'Actions',
  view: (name: string) => `View ${name}`,
  download: (name: string) => `Download ${name}`,
  remove: (name: string) => `Remove ${name}`,
  none: 'No documents yet',
  kind: 'Kind of document',
  pick: 'Choose files',
  orDrop: 'or drop them here',
  camera: 'Take a photo',
  hint: 'jpg, png, tif, gif, bmp, pdf, Word or Excel; at most 10 MB; one dot in the name',
  upload: 'Upload',
  cancel: 'Cancel the upload',
  uploading: (name: string, percent: number) => `Uploading ${name}: ${percent} %`,
  uploaded: (name: string) => `${name} has been uploaded.`,
  removed: (name: string) => `${name} has been removed.`,
  removeTitle: 'Remove this document?',
  removeAction: 'Remove',
  closePreview: 'Close the preview',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  queue: 'Documents to upload',
  remark: 'Remark',
  kindOf: (name: string) => `Kind of document of ${name}`,
  remarkOf: (name: string) => `Remark on ${name}`,
  putAside: (name: string) => `Discard ${name}`,
  retryOf: (name: string) => `Try again to upload ${name}`,
  preview: (name: string) => `Preview ${name}`,
  uploadAll: (count: number) => (count > 1 ? `Upload ${count} documents` : 'Upload'),
  uploadedMany: (count: number) =>
    count === 1 ? '1 document has been uploaded.' : `${count} documents have been uploaded.`,
  bytes: (bytes: number) =>
    bytes >= 1_048_576
      ? `${(bytes / 1_048_576).toFixed(1)} MB`
      : `${Math.max(1, Math.round(bytes / 1_024))} KB`,
};

/** The texts of the documents of a request. */
export const requestDocumentText = {
  title: 'Documents',
  table: 'KYC documents',
  columns: { kind: 'Document', file: 'File', uploaded: 'Uploaded' },
  removeText: (name: string) => `${name} will no longer be shown with this request.`,
  withSave: 'Documents chosen here are uploaded with Draft and Final.',
  checklist: {
    title: 'Document checklist',
    count: (there: number, all: number) => `${there} of ${all}`,
    all: 'All of them are in the list of documents.',
    underWay: 'Documents are being uploaded.',
    choose: 'Choose',
    chooseFiles: 'Choose files',
    chooseKind: (kind: string) => `Choose ${kind}`,
    file: 'File for the checklist',
  },
};
