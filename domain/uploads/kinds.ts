/** The three kinds of sheets that head office uploads: purposes, LRS transactions, profits of transactions. */

export const UPLOAD_KINDS = ['P', 'L', 'T'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

interface KindFacts {
  readonly uploadType: 'PWISEUPLOAD' | 'LRSTUPLOAD' | 'TWISEUPLOAD';
  /** The constant serial number that an upload of this kind names. */
  readonly serial: number;
  /** The title of its card on the screen. */
  readonly title: string;
  /** Its name in a list. */
  readonly name: string;
  /** What the user reads when all rows are stored. */
  readonly success: string;
}

/** Serial numbers and texts are those of the specification. */
export const KINDS = {
  P: {
    uploadType: 'PWISEUPLOAD',
    serial: 999,
    title: 'Purpose wise file',
    name: 'Purpose wise',
    success: 'Purpose Wise Data Successfully Uploaded!',
  },
  L: {
    uploadType: 'LRSTUPLOAD',
    serial: 888,
    title: 'Sample LRST transaction file',
    name: 'LRS transactions',
    success: 'LRS Transaction File Successfully Uploaded!',
  },
  T: {
    uploadType: 'TWISEUPLOAD',
    serial: 777,
    title: 'Transaction wise profit file',
    name: 'Transaction wise profit',
    success: 'Transaction Wise Profile File Successfully Uploaded!',
  },
} as const satisfies Record<UploadKind, KindFacts>;

/** What users read when nothing of a sheet was stored. */
export const UPLOAD_TEXTS = {
  noFile: 'Please choose a File!',
  failed: 'Upload Error!',
} as const;
