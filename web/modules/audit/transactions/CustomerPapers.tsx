import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  downloadCustomerPaper,
  listCustomerPapers,
  viewCustomerPaper,
  type CustomerPaper,
} from '#contract/audit/customer-papers.ts';
import type { AuditTransaction } from '#contract/audit/transactions.ts';
import { QueryState } from '#web/patterns/problem/QueryState.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { auditWorkText } from '#web/texts/auditWork.ts';
import { kindOf } from '#web/ui/documentKind.ts';
import { DocumentView } from '#web/ui/documents/DocumentView.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { userMessage } from '#web/wire/problems.ts';
import styles from './Transactions.module.css';

const { panel: text } = auditWorkText;
/** The papers that have a key: 1 to 9. */
const MOST_KEYS = 9;
const NONE: readonly CustomerPaper[] = [];
const isShownInPlace = ({ filename }: CustomerPaper) => kindOf(filename) !== 'other';

/** The paper opens below the others, perhaps below the edge of the window. */
const scrollTo = (paper: HTMLElement | null): void => paper?.scrollIntoView({ block: 'nearest' });

/** The papers that the customer gave, opened in place by their numbers. */
export function CustomerPapers({ row }: { row: AuditTransaction }) {
  const transaction = { audit: row.audit, lineNo: row.lineNo };
  const papers = useQuery({
    queryKey: ['audit', transaction.audit, 'papers', transaction.lineNo],
    queryFn: async ({ signal }) => (await call(listCustomerPapers, { transaction }, { signal })).reply,
  });
  const rows = papers.data ?? NONE;
  const [shown, setShown] = useState<CustomerPaper | null>(null);
  const buttons = useRef<HTMLUListElement>(null);
  const [modal, showProblem] = useProblem();

  const named = ({ srno, filename }: CustomerPaper) => ({ ...transaction, srno, filename });
  const take = (paper: CustomerPaper) =>
    void download(downloadCustomerPaper, { document: named(paper) }).catch(showProblem);
  function open(paper: CustomerPaper | undefined): void {
    if (paper === undefined) return;
    if (!isShownInPlace(paper)) take(paper);
    else setShown(paper.srno === shown?.srno ? null : paper);
  }
  useKeys(
    rows
      .slice(0, MOST_KEYS)
      .map((paper, index) => ({ keys: String(index + 1), does: paper.kind, run: () => open(paper) })),
  );

  return (
    <section aria-label={text.papers}>
      <h3 className={styles.papersTitle}>{text.papers}</h3>
      <QueryState query={papers} failed={text.papersFailed}>
        {(found) =>
          found.length === 0 ? (
            <p className={styles.quiet}>{text.noPapers}</p>
          ) : (
            <ul ref={buttons} className={styles.papers}>
              {found.map((paper, index) => (
                <li key={paper.srno}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={text.paper(paper.kind, paper.filename)}
                    {...(isShownInPlace(paper) && { 'aria-pressed': paper.srno === shown?.srno })}
                    leftSection={index < MOST_KEYS ? <Keys keys={String(index + 1)} /> : null}
                    onClick={() => open(paper)}
                  >
                    {paper.kind}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {shown === null ? null : (
        <div key={shown.srno} ref={scrollTo} className={styles.paper}>
          <DocumentView
            document={{ srno: shown.srno, filename: shown.filename }}
            owner="audit-customer"
            height="320px"
            load={async (page, signal) =>
              (await call(viewCustomerPaper, { document: { ...named(shown), page } }, { signal })).reply
            }
            say={userMessage}
            onDownload={() => take(shown)}
            onClose={() => {
              setShown(null);
              buttons.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
            }}
          />
        </div>
      )}
      {modal}
    </section>
  );
}
