import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  countDiscrepancies,
  decideDiscrepancy,
  listDiscrepancies,
  listProofs,
  submitResponse,
  type DiscrepancyRow,
  type ReplyRow,
} from '#contract/audit/discrepancies.ts';
import { addDiscrepancy } from '#contract/audit/transactions.ts';
import { FILE_REFUSALS } from '#domain/files.ts';
import { AUDIT_TEXTS, MANDATORY } from '#domain/audit/texts.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { refusal } from '#web/testing/server.ts';
import { detailOf, discrepancyOf, giveHeights, openPart } from '#web/testing/auditParts.tsx';
import { MasterDiscrepancies } from './MasterDiscrepancies.tsx';

const DONE = { err: '', msg: '' };
const said = (srno: number, changes: Partial<ReplyRow> = {}): ReplyRow => ({
  srno,
  filename: '',
  remark: 'Customer has been called.',
  extension: '',
  bytes: 0,
  status: '',
  by: 'Suresh Pillai',
  at: '2026-11-12T12:18:00.000Z',
  ...changes,
});

let replies: ReplyRow[] = [];
let uploads: { meta: Record<string, unknown>; file: File | null; key: string }[] = [];

/** Uploads do not use fetch, because it reports no progress. */
class MemoryUpload {
  static refuses = '';
  status = 200;
  responseText = '';
  upload = {};
  onload: () => void = () => undefined;
  #key = '';
  open(): void {}
  abort(): void {}
  setRequestHeader(_: string, key: string): void {
    this.#key = key;
  }
  send(form: FormData): void {
    const meta = JSON.parse(form.get('meta') as string) as Record<string, unknown>;
    uploads.push({ meta, file: form.get('file') as File | null, key: this.#key });
    if (MemoryUpload.refuses === '') replies = [...replies, said(90, { remark: String(meta['remark']) })];
    this.responseText = JSON.stringify({ error: MemoryUpload.refuses, message: '', docdetail: [] });
    setTimeout(() => this.onload());
  }
}

function open(rows: readonly DiscrepancyRow[], flags: string, address = '/discrepancy') {
  server.setAccess({ flags, branches: [{ value: 'MUM', name: 'Mumbai Fort' }] });
  server.on(listDiscrepancies).answer(() => [...rows]);
  return openApp(address);
}

async function openFirst(user: ReturnType<typeof openApp>['user']): Promise<HTMLElement> {
  const row = await screen.findByRole('row', { name: /A2 form 1 missing/ });
  row.focus();
  await user.keyboard('{Enter}');
  return screen.findByRole('region', { name: 'Discrepancy of SP 19001' });
}

async function expectMessage(user: ReturnType<typeof openApp>['user'], text: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Please check' });
  expect(dialog.textContent).toContain(text);
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please check' })).toBeNull());
}

beforeEach(() => {
  giveHeights();
  replies = [];
  uploads = [];
  MemoryUpload.refuses = '';
  vi.stubGlobal('XMLHttpRequest', MemoryUpload);
  server.on(listProofs).answer(() => replies);
  server.on(countDiscrepancies).answer(() => ({ T: { P: 9, R: 3, D: 0 }, M: { P: 4, R: 1, D: 2 } }));
});

test('002 §2.7: the page opens on pending transactions and says when the list is empty', async () => {
  const searches: unknown[] = [];
  open([], 'Q');
  server.on(listDiscrepancies).answer(({ search }) => {
    searches.push(search);
    return [];
  });
  await screen.findByText(AUDIT_TEXTS.emptyList);
  expect(searches).toEqual([
    {
      mode: 'V',
      branch: '',
      kind: 'T',
      status: 'PEN',
      from: '',
      to: '',
      year: '',
      month: '',
      limit: 'ALL',
    },
  ]);
});

test('002 §2.7: type and status are segments with the number of their rows', async () => {
  const searches: string[] = [];
  const { user } = open([], 'Q');
  server.on(listDiscrepancies).answer(({ search }) => {
    searches.push(`${search.kind} ${search.status}`);
    return [];
  });
  const segments = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('radio')
      .map((each) => each.closest('label')?.textContent);
  await waitFor(() => expect(segments('Type')).toEqual(['Transaction 9', 'Master 4']));
  expect(segments('Status')).toEqual(['All 12', 'Pending 9', 'OK 0', 'Review 3']);
  await user.click(screen.getByRole('radio', { name: 'Master 4' }));
  await waitFor(() => expect(segments('Status')).toEqual(['All 7', 'Pending 4', 'OK 2', 'Review 1']));
  await user.click(screen.getByRole('radio', { name: 'Review 1' }));
  await waitFor(() => expect(segments('Type')).toEqual(['Transaction 3', 'Master 1']));
  await waitFor(() => expect(searches.at(-1)).toBe('M REV'));
  expect(location.search).toBe('?type=M&status=REV');
});

test('002 §2.7: a press on a segment keeps the filters that are typed and not listed yet', async () => {
  const searches: string[] = [];
  const { user } = open([], 'Q');
  server.on(listDiscrepancies).answer(({ search }) => {
    searches.push(`${search.from} ${search.to} ${search.kind} ${search.status}`);
    return [];
  });
  const review = await screen.findByRole('radio', { name: 'Review 3' });
  const from = screen.getByLabelText<HTMLInputElement>('From Date');
  const to = screen.getByLabelText<HTMLInputElement>('To Date');
  await user.type(from, '01/10/2026');
  await user.click(review);
  await waitFor(() => expect(searches.at(-1)).toBe('  T REV'));
  expect(from.value).toBe('01/10/2026');
  await user.type(to, '31/10/2026');
  await user.click(screen.getByRole('button', { name: 'List' }));
  await waitFor(() => expect(searches.at(-1)).toBe('2026-10-01 2026-10-31 T REV'));
  // Back takes back what was listed.
  await user.click(screen.getByRole('radio', { name: /^Master/ }));
  await waitFor(() => expect(location.search).toContain('type=M'));
  act(() => history.back());
  expect(from.value).toBe('01/10/2026');
  act(() => history.back());
  await waitFor(() => expect([from.value, to.value]).toEqual(['', '']));
});

test('002 §4, §5.1: staff submit a response with a remark, and only that', async () => {
  const submitted: unknown[] = [];
  server.on(submitResponse).answer(({ decision }) => {
    submitted.push(decision);
    return DONE;
  });
  const { user } = open([discrepancyOf(1), discrepancyOf(2)], 'Q');
  const view = await openFirst(user);
  expect(within(view).queryByRole('button', { name: /^Save/ })).toBeNull();
  expect(within(view).queryByRole('combobox', { name: 'Status' })).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectMessage(user, AUDIT_TEXTS.noRemark);
  const remark = within(view).getByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' });
  await waitFor(() => expect(document.activeElement).toBe(remark));
  expect(remark.maxLength).toBe(250);
  const proof = within(view).getByLabelText<HTMLInputElement>('Choose a proof', { selector: 'input' });
  await user.upload(proof, new File(['x'], 'two.dots.pdf'));
  await expectMessage(user, FILE_REFUSALS.dots);
  await user.upload(proof, new File(['x'], 'A2.pdf'));
  await user.type(remark, 'A2 form attached.');
  await user.click(within(view).getByRole('button', { name: /^Submit Response/ }));
  await within(view).findByText('The response has been submitted.');
  expect(uploads).toHaveLength(1);
  expect(uploads[0]?.meta).toMatchObject({
    uploadType: 'AUDITPROOF',
    srno: 1,
    lineno: 1,
    pageright: 'DISCREPANCY',
    remark: 'A2 form attached.',
    tranmastflag: 'T',
    trantype: 'SP',
    tranno: '19001',
  });
  expect(uploads[0]?.file?.name).toBe('A2.pdf');
  expect(submitted).toEqual([{ audit: 1, lineNo: 1, status: 'R' }]);
  await within(view).findByText('A2 form attached.');
  expect(within(view).queryByRole('textbox')).toBeNull();
  expect(within(view).getByText('Review')).toBeDefined();
});

test('a refused reply is told in its words and nothing is submitted; the remark stays', async () => {
  MemoryUpload.refuses = 'This discrepancy is not pending any more.';
  const { user } = open([discrepancyOf(1)], 'Q');
  const view = await openFirst(user);
  const remark = within(view).getByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' });
  await user.type(remark, 'Sent by post.');
  await user.click(within(view).getByRole('button', { name: 'Reply' }));
  await expectMessage(user, 'This discrepancy is not pending any more.');
  await user.click(within(view).getByRole('button', { name: /^Submit Response/ }));
  await expectMessage(user, 'This discrepancy is not pending any more.');
  expect(remark.value).toBe('Sent by post.');
  expect(new Set(uploads.map(({ key }) => key)).size).toBe(1);
  expect(server.countOf(submitResponse)).toBe(0);
});

test('002 §4: with the edit flag any status can be saved; C and S lead to the fields', async () => {
  const decided: unknown[] = [];
  server.on(decideDiscrepancy).answer(({ decision }) => {
    decided.push(decision);
    return decided.length === 1 ? refusal('Please try again later.') : DONE;
  });
  replies = [said(1), said(2, { status: 'P', by: 'Anita Deshmukh' }), said(3, { filename: 'A2.pdf' })];
  const { user } = open([discrepancyOf(1, { replies: 2, isAnswered: true })], 'QE');
  const view = await openFirst(user);
  const thread = await within(view).findByRole('list', { name: 'What happened' });
  expect(
    within(thread)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  ).toEqual([
    expect.stringContaining('raised the discrepancy'),
    expect.stringContaining('Customer has been called.'),
    expect.stringContaining('returned it to Pending'),
    expect.stringContaining('A2.pdf'),
  ]);
  expect(within(view).queryByRole('button', { name: /^Submit Response/ })).toBeNull();
  await user.keyboard('c');
  expect(document.activeElement).toBe(within(view).getByRole('textbox', { name: 'Remark' }));
  screen.getByRole('row', { name: /A2 form 1 missing/ }).focus();
  await user.keyboard('s');
  const status = within(view).getByRole('combobox', { name: 'Status' });
  expect(document.activeElement).toBe(status);
  // The search form has a status of its own with the same options.
  const options = await waitFor(() => {
    const list = document.getElementById(status.getAttribute('aria-controls') ?? '');
    if (list === null) throw new Error('the list is not open');
    return list;
  });
  await user.click(within(options).getByRole('option', { name: 'OK' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectMessage(user, 'Please try again later.');
  await user.click(within(view).getByRole('button', { name: /^Save/ }));
  await within(view).findByText('The status is now OK.');
  expect(decided).toEqual([
    { audit: 1, lineNo: 1, status: 'D' },
    { audit: 1, lineNo: 1, status: 'D' },
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Discrepancy of/ })).toBeNull());
});

test('002 §4: an answer goes back to the branch with a remark, in one call', async () => {
  const decided: unknown[] = [];
  server.on(decideDiscrepancy).answer(({ decision }) => {
    decided.push(decision);
    return DONE;
  });
  const inReview = { status: 'R', statusName: 'Review', isAnswered: true } as const;
  const { user } = open([discrepancyOf(1, inReview)], 'QE');
  const view = await openFirst(user);
  expect(within(view).queryByRole('textbox', { name: 'Remark' })).toBeNull();
  await user.keyboard('s');
  await user.keyboard('Pending{Enter}');
  const remark = await within(view).findByRole('textbox', { name: 'Remark' });
  await waitFor(() => expect(document.activeElement).toBe(remark));
  expect(within(view).queryByText('Choose a proof')).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectMessage(user, AUDIT_TEXTS.noRemark);
  expect(decided).toEqual([]);
  await user.type(remark, 'The ticket is of another person.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await within(view).findByText('The status is now Pending.');
  expect(decided).toEqual([{ audit: 1, lineNo: 1, status: 'P', remark: 'The ticket is of another person.' }]);
  expect(uploads).toEqual([]);
});

test('002 §5.1: a master discrepancy needs type, party and text; user number 1 alone chooses a document', async () => {
  const sent: unknown[] = [];
  server.on(addDiscrepancy).answer(({ discrepancy }) => {
    sent.push(discrepancy);
    return { ...DONE, lineNo: 5 };
  });
  const onChanged = vi.fn();
  const detail = detailOf({
    corporateKinds: [{ value: '4', name: 'Board resolution' }],
    partyDiscrepancies: [discrepancyOf(1, { kind: 'M', partyName: 'Orient Exports' })],
  });
  const { user } = openPart(<MasterDiscrepancies detail={detail} mayChange onChanged={onChanged} />);
  await screen.findByRole('row', { name: /Orient Exports/ });
  await user.click(screen.getByRole('button', { name: 'Add discrepancy' }));
  const form = await screen.findByRole('region', { name: 'Add discrepancy' });
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await expectMessage(user, MANDATORY);
  await user.type(within(form).getByRole('combobox', { name: /^Master type/ }), 'Corporate{Enter}');
  expect(within(form).queryByRole('combobox', { name: 'Master document' })).toBeNull();
  const party = within(form).getByLabelText<HTMLInputElement>(/^Party name/);
  expect(party.maxLength).toBe(50);
  await user.type(party, 'Orient Exports');
  await user.type(within(form).getByLabelText(/^Discrepancy/), 'No board resolution');
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await screen.findByText('The discrepancy of Orient Exports has been added.');
  expect(sent).toEqual([
    {
      audit: 1,
      kind: 'M',
      masterType: 'C',
      masterDocument: '',
      partyName: 'Orient Exports',
      words: 'No board resolution',
      status: 'P',
    },
  ]);
  expect(onChanged).toHaveBeenCalled();
});

test('002 §6: who may not change the audit only looks at its discrepancies', async () => {
  server.setAccess({ flags: 'Q' });
  const detail = detailOf({ partyDiscrepancies: [discrepancyOf(1, { kind: 'M', partyName: 'Orient' })] });
  const { user } = openPart(
    <MasterDiscrepancies detail={detail} mayChange={false} onChanged={() => undefined} />,
  );
  const row = await screen.findByRole('row', { name: /Orient/ });
  expect(screen.queryByRole('button', { name: 'Add discrepancy' })).toBeNull();
  const link = await screen.findByRole('link', { name: 'Answer on the Discrepancy page' });
  expect(link.getAttribute('href')).toBe('/discrepancy?type=M');
  await user.click(row);
  const view = await screen.findByRole('region', { name: 'Discrepancy of Orient' });
  expect(within(view).queryByRole('textbox')).toBeNull();
  expect(within(view).queryByRole('button', { name: /Save|Submit/ })).toBeNull();
});
