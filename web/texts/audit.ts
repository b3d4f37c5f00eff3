const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;

/** All texts of the monthly audit. A translation is a second object of this shape. */
export const auditText = {
  title: 'Assessment',
  detail: 'The monthly concurrent audit of each branch, newest month first.',
  name: (branch: string, month: string) => `${branch}, ${month}`,
  search: {
    label: 'Which audits',
    status: 'Status',
    statuses: { ALL: 'All', P: 'Pending', R: 'Review', C: 'Closed' },
    branch: 'Branch',
    all: 'All',
    list: 'List',
  },
  new: 'New',
  emptyMay: 'Press New to start the audit of a branch and a month.',
  emptyMayNot: 'Choose another status or branch.',
  columns: {
    reference: 'Ref.',
    branch: 'Branch',
    year: 'Year',
    month: 'Month',
    status: 'Status',
    date: 'Audit date',
    review: 'Review date',
    close: 'Close date',
    actions: 'Actions',
  },
  open: (name: string) => `Open ${name}`,
  report: (name: string) => `Report of ${name}`,
  form: {
    title: 'New audit',
    about: 'One audit for each branch and month. The checklists of today are copied into it.',
    branch: 'Branch',
    year: 'Year',
    month: 'Month',
    date: 'Date',
    dateHelp: 'The day of the audit; empty means today.',
    cashier: 'Cashier name',
    manager: 'Branch manager name',
    start: 'Start',
    back: 'Back',
    missing: 'Please fill this in',
  },
};

/** The texts of one audit. */
export const auditDetailText = {
  back: 'Back to the list',
  failed: 'This audit could not be opened',
  previous: 'Last audit',
  facts: {
    branch: 'Branch',
    month: 'Year and month',
    date: 'Date',
    auditor: 'Auditor',
    cashier: 'Cashier',
    manager: 'Branch manager',
  },
  yearMonth: (year: number, month: string) => `${year}, ${month}`,
  report: 'Report',
  tabs: 'Parts of the audit',
  tab: {
    rbi: 'RBI',
    operational: 'Operational',
    documents: 'Documents',
    transactions: 'Transaction Discrepancies',
    summary: 'Discrepancies Summary',
    masters: 'Master Discrepancies',
    count: 'Transaction Count',
    mis: 'Business MIS',
  },
  left: (count: number) => `${count.toLocaleString('en-IN')} left`,
  unsaved: (rows: number, status: boolean) =>
    [rows === 0 ? '' : counted(rows, 'row', 'rows'), status ? 'status' : '']
      .filter((part) => part !== '')
      .join(' and ') + ' not saved',
  saved: 'Saved',
  savedOf: (answered: number, all: number) => `Saved, ${answered} of ${all}`,
  nothingChanged: 'Nothing has changed on this tab.',
  close: {
    title: 'Close this audit?',
    text: 'A closed audit cannot be opened again, and nothing in it can be changed. Its discrepancies can still be answered.',
    open: (rows: number, transactions: number, uncounted: readonly string[]) =>
      [
        rows === 0 ? '' : `${counted(rows, 'checklist row is', 'checklist rows are')} not answered.`,
        transactions === 0
          ? ''
          : `${counted(transactions, 'transaction is', 'transactions are')} not marked.`,
        uncounted.length === 0 ? '' : `Not counted: ${uncounted.join(', ')}.`,
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
    confirm: 'Close the audit',
    unsaved: (tabs: string) =>
      `Please save ${tabs} first. Nothing in an audit can be changed after it is closed.`,
  },
  status: 'Status',
  checklist: {
    changed: (month: string) => `Changed since ${month}`,
    document: 'Document',
    answers: { Y: 'Yes', N: 'No', S: 'Select' },
    rowOf: (no: number, words: string) => `${no}. ${words}`,
  },
  attendance: {
    title: 'Staff attendance',
    table: 'Attendance papers',
    type: 'Document type',
    typeColumn: 'Document',
    file: 'File',
    uploaded: 'Uploaded',
    upload: 'Upload',
    pick: 'Choose a file',
    failed: 'The papers could not be loaded',
  },
  figures: {
    particulars: 'Particulars',
    thisMonth: (month: string) => `This month, ${month}`,
    lastMonth: (month: string) => (month === '' ? 'Last month' : `Last month, ${month}`),
    locked: 'Locked',
    total: 'Total',
    notKnown: '–',
  },
  summary: {
    label: 'Discrepancies of this month and of the last',
    complied: 'Previous complied',
    counted: 'This month is counted from the discrepancies of this audit.',
    linked: (month: string) =>
      `Last month and how many of its discrepancies are cleared come from the audit of ${month}.`,
    typed: 'There is no audit of the month before, so last month is typed.',
    fieldOf: (column: string, row: string) => `${column}: ${row}`,
  },
  count: {
    parts: { purchases: 'Purchases', sales: 'Sales', transfers: 'Money transfer (MTSS)' },
    transactions: 'Transactions',
    discrepancies: 'Discrepancies',
    deviation: 'Deviation',
    source: 'Counted from',
    sources: {
      audit: 'this audit',
      requests: 'the requests',
      upload: 'the upload',
      typed: 'typed',
    } as Readonly<Record<string, string>>,
    auto: 'Auto count',
    done: 'Purchases and sales have been counted.',
    about:
      'Purchases and sales are always counted as the registers and requests are now; money transfer is typed, or counted from the purpose-wise upload. Auto count stores the counts.',
    fieldOf: (row: string) => `Transactions of ${row}`,
  },
  mis: {
    label: 'Business of this month against the last',
    auto: 'Auto fill',
    done: 'The figures of this month have been filled.',
    never: 'Whole rupees. The figures of this month are not filled yet.',
    filled: (at: string) => `Whole rupees. This month was filled ${at}.`,
    difference: 'Difference ₹',
    change: 'Change',
    linked: (month: string) => `Last month comes from the audit of ${month} and cannot be typed.`,
    typed: 'There is no audit of the month before, so its figures are typed: at most 10 digits.',
    fieldOf: (row: string) => `Last month: ${row}`,
    up: 'Increase',
    down: 'Decrease',
  },
  documents: {
    label: 'Registers of the month',
    register: 'Register',
    holds: 'Holds',
    transactions: 'Transactions',
    state: 'State',
    when: 'When and by whom',
    actions: 'Actions',
    fetched: 'Fetched',
    uploadedState: 'Uploaded',
    notFetched: 'Not fetched',
    notUploaded: 'Not uploaded',
    download: (format: string) => `Download ${format}`,
    remove: (format: string) => `Delete ${format}`,
    removeTitle: (format: string) => `Delete ${format}?`,
    removeText: (isFetched: boolean) =>
      `Its transactions are removed from this audit. Their marks return when the register is ${isFetched ? 'fetched' : 'uploaded'} again.`,
    removeConfirm: 'Delete',
    removed: (format: string) => `${format} has been deleted.`,
    add: 'Add a register',
    format: 'Format',
    select: 'Select',
    fetch: 'Fetch',
    fetchHelp: (month: string) =>
      `Approved requests of ${month}, by the day of Final. A register is fetched once; delete it to fetch it again.`,
    fetchedNow: (format: string, rows: number) =>
      `${format} has been fetched: ${counted(rows, 'transaction', 'transactions')}.`,
    choose: 'Choose the sheet',
    hint: '.xls or .xlsx; at most 10 MB; one dot in the name',
    upload: 'Upload',
    template: 'Template',
    wrong: 'Rows to correct',
    wrongAbout: (file: string, cells: number) =>
      `${file}, ${counted(cells, 'wrong cell', 'wrong cells')}. Nothing was stored.`,
    odd: 'Rows to look at',
    oddAbout: (file: string, cells: number) =>
      `${file} is stored. ${counted(cells, 'amount is', 'amounts are')} not quantity × rate.`,
    all: 'All four registers are here.',
    ledger: 'From the ledger',
    ledgerText: 'By the day of the hand-over. Always computed from the ledger, never stored.',
    ledgerRows: {
      FLM1: { name: 'Daily balance of notes', about: 'Every day and currency of the month' },
      FLM8: { name: 'Monthly summary', about: 'Opening + bought − sold = closing' },
    },
    get: (form: string) => `Download ${form}`,
  },
  reportView: {
    title: 'Monthly Concurrent Audit Report',
    back: 'Back to the audit',
    print: 'Print',
    pdf: 'PDF',
  },
};
