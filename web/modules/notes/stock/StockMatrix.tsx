import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { StockRow } from '#contract/notes/stock.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { notesText } from '#web/texts/notes.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import type { CurrencyStock } from './matrix.ts';
import styles from './Stock.module.css';

const text = notesText.stock;

/** The holder and the currency of the movements; an empty holder means notes in transit. */
export interface StockCell {
  readonly holder: string;
  readonly isd: string;
}

interface StockMatrixProps {
  /** The code of the vault; null if the branch has none. */
  vault: string | null;
  stock: readonly CurrencyStock[];
  shown: StockCell | null;
  onShow: (shown: StockCell) => void;
}

/** The notes of the vault, of the executives and in transit, by currency. Each figure opens the movements behind it. */
export function StockMatrix({ vault, stock, shown, onShow }: StockMatrixProps) {
  return (
    <PlainTable label={text.title} className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">{text.currency}</th>
          {[text.vault, text.executives, text.transit, text.total].map((label) => (
            <th key={label} scope="col" className="number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stock.map((currency) => (
          <CurrencyRows
            key={`${currency.isd} ${currency.product}`}
            vault={vault}
            currency={currency}
            shown={shown}
            onShow={onShow}
          />
        ))}
      </tbody>
    </PlainTable>
  );
}

interface CurrencyRowsProps extends Pick<StockMatrixProps, 'vault' | 'shown' | 'onShow'> {
  currency: CurrencyStock;
}

function CurrencyRows({ vault, currency, shown, onShow }: CurrencyRowsProps) {
  const { isd, people } = currency;
  const [isOpen, setOpen] = useState(people.some(({ holder }) => isShown(shown, holder, isd)));
  const figure = (holder: string, name: string, quantity: string) => (
    <Figure
      label={text.movementsOf(isd, name)}
      quantity={quantity}
      isOpen={isShown(shown, holder, isd)}
      onPress={() => onShow({ holder, isd })}
    />
  );
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Fragment>
      <tr>
        <th scope="row">
          <span className={styles.currency}>
            <CurrencyName code={isd} flag={currency.flag} />
            <span className={styles.name}>{currency.currencyName}</span>
          </span>
        </th>
        <td className="number">{vault === null ? <None /> : figure(vault, text.vault, currency.inVault)}</td>
        <td className="number">
          {people.length === 0 ? (
            <None />
          ) : (
            <span className={styles.people}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-expanded={isOpen}
                aria-label={isOpen ? text.hide(isd) : text.show(isd)}
                onClick={() => setOpen(!isOpen)}
              >
                <Chevron size={16} aria-hidden />
              </ActionIcon>
              {formatQuantity(currency.withPeople)}
            </span>
          )}
        </td>
        <td className="number">{figure('', text.transit, currency.transit)}</td>
        <td className="number">
          <strong>{formatQuantity(currency.total)}</strong>
        </td>
      </tr>
      {isOpen
        ? people.map((person) => <PersonRow key={person.holder} person={person} figure={figure} />)
        : null}
    </Fragment>
  );
}

interface PersonRowProps {
  person: StockRow;
  figure: (holder: string, name: string, quantity: string) => React.ReactNode;
}

function PersonRow({ person: { holder, holderName, quantity }, figure }: PersonRowProps) {
  return (
    <tr className={styles.person}>
      <th scope="row" colSpan={2}>
        {holderName} ({holder})
      </th>
      <td className="number">{figure(holder, holderName, quantity)}</td>
      <td colSpan={2} />
    </tr>
  );
}

const isShown = (shown: StockCell | null, holder: string, isd: string): boolean =>
  shown !== null && shown.holder === holder && shown.isd === isd;

const None = () => <span className={styles.quiet}>0</span>;

interface FigureProps {
  label: string;
  quantity: string;
  isOpen: boolean;
  onPress: () => void;
}

/** A figure as a button that opens the movements behind it. */
function Figure({ label, quantity, isOpen, onPress }: FigureProps) {
  const shown = formatQuantity(quantity);
  return (
    <button
      type="button"
      className={styles.figure}
      aria-label={`${shown}. ${label}`}
      aria-pressed={isOpen}
      onClick={onPress}
    >
      {shown}
    </button>
  );
}
