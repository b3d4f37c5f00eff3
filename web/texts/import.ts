const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
const rows = (count: number) => counted(count, 'row', 'rows');

/** All texts of importing a master from a sheet. A translation is a second object of this shape. */
export const importText = {
  import: 'Import',
  title: (master: string) => `Import: ${master}`,
  intro:
    'Records that are in the list already are changed to what the sheet says; the others are added. Nothing is imported before you have seen what will happen.',
  template: 'Download the template',
  choose: 'Choose a sheet',
  chooseOther: 'Choose another sheet',
  hint: '.xlsx or .xls, at most 50,000 rows and 10 MB',
  sending: (file: string) => `Sending ${file}`,
  checking: 'Reading and checking the sheet…',
  applying: 'Importing…',
  reached: ({ phase, rows: all, done }: { phase: string; rows: number; done: number }) =>
    phase === 'reading'
      ? `${rows(done)} read`
      : `${done.toLocaleString('en-IN')} of ${rows(all)} ${phase === 'checking' ? 'checked' : 'imported'}`,
  plan: (count: number, added: number, changed: number, same: number) =>
    `${rows(count)}: ${added.toLocaleString('en-IN')} to add, ${changed.toLocaleString('en-IN')} to change, ${same.toLocaleString('en-IN')} as they are.`,
  wrong: (count: number) =>
    `The sheet has ${counted(count, 'error', 'errors')}. Please correct it and choose it again.`,
  firstOnly: (shown: number) => `The first ${shown} are shown.`,
  nothingToDo: 'Everything in the sheet is in the list already.',
  errors: 'What is wrong',
  row: 'Row',
  column: 'Column',
  what: 'What is wrong',
  apply: (count: number) => `Import ${rows(count)}`,
  applyDisabled: 'Nothing can be imported while the sheet has errors.',
  done: (added: number, changed: number) =>
    `Imported: ${added.toLocaleString('en-IN')} added, ${changed.toLocaleString('en-IN')} changed.`,
};
