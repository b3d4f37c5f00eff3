import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { viewLicenceDocument, type LicenceDocument } from '#contract/licences/approval.ts';
import { formatDate, formatDateTime, readIsoDate } from '#domain/dates.ts';
import { LICENCE_FLOW } from '#domain/licences/licences.ts';
import { licencesText } from '#web/texts/licences.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { kindOf } from '#web/ui/documentKind.ts';
import { DocumentView } from '#web/ui/documents/DocumentView.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { call } from '#web/wire/call.ts';
import { useScreenRights } from '#web/wire/rights.ts';
import { userMessage } from '#web/wire/problems.ts';
import { STATUS_MEANING } from '../words.ts';
import styles from './Approval.module.css';
import { RequiredChips, useRequirements } from './RequiredChips.tsx';

const { view: text, keys } = licencesText;
const at = (iso: string) => formatDateTime(Date.parse(iso));

/** Where the document came from, who decided about it, and how long it is valid. */
function factsOf(row: LicenceDocument): string {
  const day = readIsoDate(row.expires);
  return [
    `${row.entityName}.`,
    row.isFromPage ? text.fromPage(at(row.uploadedAt)) : text.fromStaff(at(row.uploadedAt)),
    row.decidedAt === '' ? '' : text.decided(row.statusName, row.decidedBy, at(row.decidedAt)),
    day === null ? '' : text.validUntil(formatDate(day)),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

interface DocumentPanelProps {
  row: LicenceDocument;
  mayDecide: boolean;
  place: string;
  onStep: (rows: number) => void;
  onClose: () => void;
  onDownload: () => void;
  /** The last day that is typed for the document: a day, or what is no day yet. */
  expiry: string;
  onExpiry: (expiry: string) => void;
  /** Asks whether to approve or to reject. */
  onAsk: (status: 'A' | 'R') => void;
}

/** One document beside the list: its preview and the decision. Give it a key by document. */
export function DocumentPanel(props: DocumentPanelProps) {
  const { row, mayDecide, expiry, onExpiry, onAsk } = props;
  const { data: entityRights } = useScreenRights('ENTITY');
  const required = useRequirements(row.entityId).data?.filter(({ isRequired }) => isRequired) ?? [];
  const can = (status: 'A' | 'R') => row.status !== status && LICENCE_FLOW.can(row.status, status, null).ok;
  const ask = (status: 'A' | 'R') => can(status) && onAsk(status);
  useKeys([
    { keys: 'escape', does: keys.back, run: props.onClose },
    ...(mayDecide
      ? [
          { keys: 'a', does: keys.approve, run: () => void ask('A') },
          { keys: 'r', does: keys.reject, run: () => void ask('R') },
        ]
      : []),
  ]);
  const isWhole = required.length > 0 && required.every(({ status }) => status === 'A');

  return (
    <SidePanel
      label={text.label(row.kindName, row.entityName)}
      title={row.kindName}
      badge={<StatusBadge meaning={STATUS_MEANING[row.status]}>{row.statusName}</StatusBadge>}
      place={props.place}
      previous={{ label: text.previous, onPress: () => props.onStep(-1) }}
      next={{ label: text.next, onPress: () => props.onStep(1) }}
      close={{ label: text.close, onPress: props.onClose }}
    >
      <p className={styles.facts}>{factsOf(row)}</p>
      {row.reason === '' ? null : (
        <p className={styles.reason}>
          <b>{text.reason}:</b> {row.reason}
        </p>
      )}
      {required.length === 0 ? null : <RequiredChips rows={required} shown={row.kind} />}
      {isWhole ? (
        <div className={styles.whole}>
          <Notice meaning="done">{text.allApproved(row.entityName)}</Notice>
          {entityRights?.query === true ? (
            <Link to={`/entity?type=F&open=${row.entityId}`}>{text.entity}</Link>
          ) : null}
        </div>
      ) : null}
      <div className={styles.preview}>
        {kindOf(row.filename) === 'other' ? (
          <div className={styles.noPreview}>
            <p>{text.noPreview}</p>
            <Button variant="default" onClick={props.onDownload}>
              {text.download}
            </Button>
          </div>
        ) : (
          <DocumentView
            document={{ srno: row.lineNo, filename: row.filename }}
            owner="licence"
            height="max(320px, calc(100dvh - 506px))"
            load={async (page, signal) =>
              (await call(viewLicenceDocument, { document: { lineNo: row.lineNo, page } }, { signal })).reply
            }
            say={userMessage}
            onDownload={props.onDownload}
          />
        )}
      </div>
      {mayDecide ? (
        <div className={styles.foot}>
          <ActionButton
            variant="default"
            className={styles.rejects ?? ''}
            leftSection={<IconX size={16} aria-hidden />}
            rightSection={<KeyHint letter="r" />}
            disabledBecause={can('R') ? undefined : text.isRejected}
            onPress={() => void ask('R')}
          >
            {text.reject}
          </ActionButton>
          {can('A') ? (
            <div className={styles.expiry}>
              <DateInput
                label={text.expiry}
                value={expiry}
                onChange={(day, written) => onExpiry(day ?? written)}
              />
            </div>
          ) : null}
          <ActionButton
            leftSection={<IconCheck size={16} aria-hidden />}
            rightSection={<KeyHint letter="a" />}
            disabledBecause={can('A') ? undefined : text.isApproved}
            onPress={() => void ask('A')}
          >
            {text.approve}
          </ActionButton>
        </div>
      ) : null}
    </SidePanel>
  );
}

const KeyHint = ({ letter }: { letter: string }) => (
  <span className={styles.hint} aria-hidden>
    <Keys keys={letter} />
  </span>
);
