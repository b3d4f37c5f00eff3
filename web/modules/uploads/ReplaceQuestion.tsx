import { formatDecimal, formatRupees, sumDecimals } from '#domain/numbers.ts';
import { formatMonths, MAX_COVERED_NAMED, nameMonths, type CoveredSums } from '#domain/uploads/batches.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import { uploadsText } from '#web/texts/uploads.ts';
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import type { Sendings } from './sendings.ts';
import styles from './Uploads.module.css';

const text = uploadsText.replace;

/** Asks before a sheet takes the place of another one. Stored rows are deleted, so the focus is on Cancel. */
export function ReplaceQuestion({ kind, sendings }: { kind: UploadKind; sendings: Sendings }) {
  const sending = sendings.of(kind);
  const isAsked = sending.is === 'covered';
  return (
    <ConfirmModal
      opened={isAsked}
      title={text.title}
      confirm={text.confirm}
      danger
      onConfirm={() => sendings.send(kind, 1)}
      onClose={() => {
        if (sendings.of(kind).is === 'covered' && isAsked) sendings.choose(kind, sending.file);
      }}
    >
      {isAsked ? (
        <>
          <p className={styles.question}>{text.text(nameMonths(sending.reply.covered))}</p>
          <BeforeAndAfter kind={kind} months={sending.reply.covered} />
        </>
      ) : null}
      <p className={styles.question}>{text.about}</p>
    </ConfirmModal>
  );
}

/** What stands under one heading: what counts now, and what the sheet would put in its place. */
function Pair({ name, months }: { name: string; months: readonly CoveredSums[] }) {
  const rows = (of: 'rowsbefore' | 'rowsafter') =>
    formatDecimal(String(months.reduce((sum, month) => sum + month[of], 0)), 0);
  const sum = (of: 'sumbefore' | 'sumafter') => formatRupees(sumDecimals(months.map((month) => month[of])));
  return (
    <>
      <tr>
        <th scope="rowgroup" rowSpan={2}>
          {name}
        </th>
        <th scope="row">{text.before}</th>
        <td className="number">{rows('rowsbefore')}</td>
        <td className="number">{sum('sumbefore')}</td>
      </tr>
      <tr>
        <th scope="row">{text.after}</th>
        <td className="number">{rows('rowsafter')}</td>
        <td className="number">{sum('sumafter')}</td>
      </tr>
    </>
  );
}

function BeforeAndAfter({ kind, months }: { kind: UploadKind; months: readonly CoveredSums[] }) {
  const shown = months.slice(0, MAX_COVERED_NAMED);
  return (
    <div className={styles.compare}>
      <PlainTable label={text.table}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {text.month}
            </th>
            <th scope="col" className="number">
              {text.rows}
            </th>
            <th scope="col" className="number">
              {text.sums[kind]}
            </th>
          </tr>
        </thead>
        {shown.map((each) => (
          <tbody key={`${each.branch} ${each.month}`}>
            <Pair name={`${formatMonths(each.month, each.month)} ${each.branch}`} months={[each]} />
          </tbody>
        ))}
        {months.length > shown.length ? (
          <tbody>
            <tr>
              <td colSpan={4}>{text.more(months.length - shown.length)}</td>
            </tr>
          </tbody>
        ) : null}
        {months.length > 1 ? (
          <tfoot>
            <Pair name={text.total} months={months} />
          </tfoot>
        ) : null}
      </PlainTable>
    </div>
  );
}
