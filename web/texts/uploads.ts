import type { BatchPhase } from '#domain/uploads/batches.ts';

const number = (count: number) => count.toLocaleString('en-IN');
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** All texts of the upload page. A translation is a second object of this shape. */
export const uploadsText = {
  title: 'Upload Data',
  detail:
    'All rows of a sheet are stored, or none. A month of a branch is replaced only after you confirm it.',
  sheets: 'Sheets to upload',
  template: 'Template',
  templateOf: (kind: string) => `Template, ${kind}`,
  choose: 'Choose a sheet',
  chooseCorrected: 'Choose the corrected file',
  chooseOther: 'Choose another sheet',
  hint: '.xlsx or .xls, at most 10 MB, one dot in the name',
  upload: 'Upload',
  cancel: 'Cancel',
  takeOff: (file: string) => `Discard ${file}`,
  sending: (percent: number) => `Sending, ${percent} %.`,
  progress: (phase: BatchPhase, done: number, rows: number) =>
    ({
      waiting: 'Waiting until another sheet is read.',
      reading: `Reading row ${number(done)}.`,
      storing: `Storing row ${number(done)} of ${number(rows)}.`,
    })[phase],
  mayLeave: 'You can leave this page; the upload continues.',
  checking: 'The sheet has been uploaded and is being checked.',
  cancelled: 'The upload was cancelled. Nothing was stored.',
  failed: (error: string, reason: string) => (reason === '' ? error : `${error} ${reason}`),
  stored: (message: string, rows: number) => `${message} ${counted(rows, 'row', 'rows')}.`,
  replace: {
    title: 'Replace the stored months?',
    text: (months: string) => `This will replace ${months}.`,
    about: 'The earlier sheet stays in the history. The budget and the audit use the new one.',
    confirm: 'Replace',
    table: 'Before and after',
    month: 'Month',
    before: 'Now',
    after: 'After',
    rows: 'Rows',
    sums: { P: 'Amount', L: 'Rupees', T: 'Profit' },
    total: 'Total',
    more: (months: number) => `and ${counted(months, 'more month', 'more months')}`,
  },
  wrong: {
    title: 'Rows to correct',
    about: (file: string, cells: number, rows: number) =>
      `${file}, ${counted(cells, 'wrong cell', 'wrong cells')}${rows > 0 ? ` in ${counted(rows, 'row', 'rows')}` : ''}`,
  },
  history: {
    title: 'History',
    kind: 'Kind',
    file: 'File',
    covers: 'Covers',
    rows: 'Rows',
    state: 'State',
    by: 'By',
    when: 'When, IST',
    actions: 'Actions',
    states: { reading: 'Reading', refused: 'Refused', applied: 'Applied', replaced: 'Replaced' },
    partly: (counting: number, covered: number) => `Applied, ${counting} of ${covered} months count`,
    errors: (count: number) => `Refused, ${counted(count, 'error', 'errors')}`,
    branches: (count: number) => counted(count, 'branch', 'branches'),
    downloadFile: (file: string) => `Download ${file}`,
    downloadErrors: (file: string) => `Download the errors of ${file}`,
    empty: 'Nothing was uploaded yet.',
    emptyText: 'Download a template, fill it in and upload it.',
    feeds: 'The budget dashboard and Business MIS use uploaded profit instead of the margin.',
  },
  keys: {
    P: 'Purpose wise file',
    L: 'LRST transaction file',
    T: 'Profit file',
    filter: 'Filter the history',
    open: 'Show the errors of a sheet',
  },
};
