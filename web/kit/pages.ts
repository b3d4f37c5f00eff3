import { DocumentsPage } from './DocumentsPage.tsx';
import { FieldsPage } from './FieldsPage.tsx';
import { ListPage } from './ListPage.tsx';
import { ListStatesPage } from './ListStatesPage.tsx';
import { MessagesPage } from './MessagesPage.tsx';
import { PaperPage } from './PaperPage.tsx';
import { WordsPage } from './WordsPage.tsx';

/** The pages of the kit, in the order of its menu. */
export const kitPages = [
  { path: '/', label: 'Words and buttons', Page: WordsPage },
  { path: '/fields', label: 'Fields', Page: FieldsPage },
  { path: '/messages', label: 'Messages and drafts', Page: MessagesPage },
  { path: '/list', label: 'List', Page: ListPage },
  { path: '/list-states', label: 'List states', Page: ListStatesPage },
  { path: '/documents', label: 'Documents', Page: DocumentsPage },
  { path: '/paper', label: 'Paper', Page: PaperPage },
];
