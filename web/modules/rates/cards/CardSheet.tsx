import type { RateRow } from '#contract/rates/cards.ts';
import { formatDateTime } from '#domain/dates.ts';
import { cardsText } from '#web/texts/cards.ts';
import { PrintPage, type LetterheadProps } from '#web/ui/PrintPage.tsx';
import { thisMoment } from '#web/ui/today.ts';
import styles from './Cards.module.css';
import { RateTable } from './RateTable.tsx';

interface CardSheetProps {
  /** At least one row; each row carries the header of the card. */
  rows: readonly [RateRow, ...RateRow[]];
  letterhead: Pick<LetterheadProps, 'company' | 'lines' | 'logo' | 'level'>;
}

/** A rate card on A4. */
export function CardSheet({ rows, letterhead }: CardSheetProps) {
  const [{ entityName, publishedAt, publishedBy, sellsAtIbr }] = rows;
  return (
    <PrintPage
      letterhead={{
        ...letterhead,
        title: cardsText.title,
        facts: [
          { label: cardsText.entity, value: entityName },
          { label: cardsText.asOf, value: formatDateTime(Date.parse(publishedAt)) },
          ...(publishedBy === '' ? [] : [{ label: cardsText.publishedBy, value: publishedBy }]),
        ],
      }}
      foot={
        <p className={styles.foot}>
          <span>{cardsText.extra}</span>
          <span>{cardsText.printed(thisMoment())}</span>
        </p>
      }
    >
      <p className={styles.note}>
        {cardsText.perUnit}
        {sellsAtIbr ? <strong> {cardsText.ibrSell}</strong> : null}
      </p>
      <RateTable rows={rows} />
    </PrintPage>
  );
}

/** Whether a reply holds a card: a card has rows. */
export const isCard = <Row extends RateRow>(rows: readonly Row[]): rows is readonly [Row, ...Row[]] =>
  rows.length > 0;
