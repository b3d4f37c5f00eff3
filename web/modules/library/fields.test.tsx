import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { documentSubCategories, type LibraryDocument } from '#contract/library/documents.ts';
import type { Category } from '#domain/library/codes.ts';
import { server } from '#web/testing/app.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';
import { columnsOf } from './columns.tsx';
import { blankDocument, type FormDraft } from './documentDraft.ts';
import { DocumentFields } from './DocumentFields.tsx';

/** The form of a document, whose fields depend on the category (002 §5.3), and the list that a search finds. */

const listed = (some: Partial<LibraryDocument> = {}): LibraryDocument => ({
  srno: 1,
  name: 'Cash handling',
  category: 'P',
  subCategory1: '',
  subCategory2: '',
  submittedTo: '',
  dated: '2026-01-15',
  expires: '',
  active: true,
  extension: 'pdf',
  fileName: 'cash.pdf',
  byWhom: 'Operations',
  visible: 'U',
  branch: '',
  branchName: '',
  fileCount: 1,
  inReach: true,
  ...some,
});

beforeEach(() => {
  server.on(documentSubCategories).answer(() => ({ first: ['Licence'], second: [] }));
});

const show = (some: Partial<FormDraft>, seesAll = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider>
        <DocumentFields
          draft={{ ...blankDocument(seesAll ? 'U' : 'B'), ...some }}
          marks={{}}
          seesAll={seesAll}
          onChange={vi.fn()}
        />
      </UiProvider>
    </QueryClientProvider>,
  );
/** The labels of the fields in their order, with a star for those that are needed. */
const labels = (): readonly string[] =>
  [...document.querySelectorAll('label')].map((label) => (label.textContent ?? '').trim());

const BEFORE = ['Document name *', 'Category *'];
const AFTER = ['Sub-category 1', 'Sub-category 2', 'Visible to', 'Active'];
test.each<readonly [Category, readonly string[]]>([
  ['A', ['Issue date *', 'Issued by', 'Expiry date *']],
  ['G', ['Date *', 'Issued by *', 'Valid until']],
  ['P', ['Date *', 'Issued by *', 'Valid until']],
  ['R', ['Submit date *', 'Submitted by *', 'Submitted to *']],
])('category %s has the fields %j (002 §5.3)', (category, fields) => {
  show({ category });
  expect(labels()).toEqual([...BEFORE, ...fields, ...AFTER]);
  expect(screen.queryByText('Choose the category to see what it needs.')).toBeNull();
});

test('without a category the form asks for it first', () => {
  show({});
  expect(labels()).toEqual([...BEFORE, ...AFTER]);
  expect(screen.getByText('Choose the category to see what it needs.')).toBeDefined();
});

test('a document for a branch names it, and a user of a branch adds for branches only', () => {
  const shown = show({ visible: 'B' });
  expect(labels()).toEqual([...BEFORE, ...AFTER.slice(0, 3), 'Branch *', 'Active']);
  shown.unmount();
  show({}, false);
  expect(labels()).toEqual([...BEFORE, ...AFTER.slice(0, 2), 'Branch *', 'Active']);
  expect(screen.getByText('You add documents for your own branches.')).toBeDefined();
});

test('a word inside a file is marked, as text and never as HTML', () => {
  const snippet = '… open the Vault <img src=x> and vaults';
  const [name] = columnsOf({
    isOpen: false,
    search: 'vault',
    onView: vi.fn(),
    onDownload: vi.fn(),
    onEdit: undefined,
  });
  render(<>{name?.cell?.(listed({ snippet }))}</>);
  const shown = screen.getByTitle(snippet);
  expect(shown.textContent).toBe(snippet);
  expect([...shown.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Vault', 'vaults']);
  expect(shown.querySelector('img')).toBeNull();
});
