/** The cells of a sheet that must be corrected, or looked at. */
export const wrongCellsText = {
  firstOnly: (shown: number, hasSheet: boolean) =>
    `The first ${shown.toLocaleString('en-IN')} are shown.${hasSheet ? ' The sheet has all of them.' : ''}`,
  download: 'Download the errors',
  close: 'Close',
  row: 'Row',
  column: 'Column',
  found: 'Found',
  what: 'What is wrong',
  gone: 'The wrong cells of this sheet have been deleted.',
};
