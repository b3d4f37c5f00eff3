import { formatRupees } from '#domain/numbers.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { shownRate, typedRate } from '#domain/rates/card.ts';
import { productLineProblems } from '#domain/requests/complete.ts';
import { PRODUCTS, type Product } from '#domain/requests/codes.ts';
import { PRODUCT_LINE_RULES, type ProductLine } from '#domain/requests/draft.ts';
import { CurrencyPicker, flagOfCurrency } from '#web/pickers/CurrencyPicker.tsx';
import { requestFormText } from '#web/texts/requests.ts';
import { CurrencyName } from '#web/ui/CurrencyName.tsx';
import { limitsOf, TextField } from '#web/ui/Field.tsx';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { focusSoon } from '#web/ui/waitingKeys.ts';
import { EntryActions } from './EntryActions.tsx';
import { choicesOf, fieldSelector, HELP_BELOW } from './fields.ts';
import styles from './Form.module.css';
import { LineActions } from './LineActions.tsx';
import {
  amountOf,
  isTypedProduct,
  productOf,
  withoutProduct,
  withProductAdded,
  withProductUndone,
  withProductTaken,
} from './lines.ts';
import { NEW_PRODUCT, type ProductEntry } from './request.ts';
import { useLineKeys } from './useLineKeys.ts';
import { cardPlacesOf, cardRateOf, warningsFor } from './useFacts.ts';
import type { RequestForm } from './form.ts';

const words = requestFormText.line;
const PRODUCT_CHOICES = choicesOf(PRODUCTS);
const idOf = (field: keyof ProductLine) => `request-product-${field}`;

/** After a line is added or removed, the focus is on the entry of the next one. */
const toEntry = () => focusSoon(() => focusOn(fieldSelector('products')));

/** The product lines, and below them the one that is being typed. */
export function ProductLines({ form }: { form: RequestForm }) {
  const { draft, change, facts, scheme, isReadOnly } = form;
  return (
    <>
      {draft.products.length === 0 ? (
        <p className={styles.none}>{words.noProducts}</p>
      ) : (
        <table className={styles.lines} aria-label={words.products}>
          <thead>
            <tr>
              <th scope="col">{words.number}</th>
              <th scope="col">{PRODUCT_LINE_RULES.product.label}</th>
              <th scope="col">{PRODUCT_LINE_RULES.isd.label}</th>
              <th scope="col" className={styles.number}>
                {PRODUCT_LINE_RULES.quantity.label}
              </th>
              <th scope="col" className={styles.number}>
                {PRODUCT_LINE_RULES.rate.label}
              </th>
              <th scope="col" className={styles.number}>
                {words.amount}
              </th>
              {isReadOnly ? null : <th scope="col">{words.actions}</th>}
            </tr>
          </thead>
          <tbody>
            {draft.products.map((line, index) => (
              // Lines have no id, so their position is the key.
              <tr key={index}>
                <td className={styles.place}>{index + 1}</td>
                <td>{line.product === '' ? '' : PRODUCTS[line.product]}</td>
                <th scope="row">
                  <CurrencyName code={line.isd} flag={flagOfCurrency(line.isd)} />
                </th>
                <td className={styles.number}>{formatQuantity(line.quantity)}</td>
                <td className={`${styles.number} ${styles.rate}`}>
                  {shownRate(line.isd, line.rate, cardPlacesOf(facts, line.isd))}
                </td>
                <td className={styles.number}>{formatRupees(amountOf(line) ?? '0')}</td>
                {isReadOnly ? null : (
                  <td>
                    <LineActions
                      change={words.change(index + 1)}
                      remove={words.remove(index + 1)}
                      disabledBecause={isTypedProduct(draft.productEntry) ? words.isOpen : undefined}
                      onChange={() => {
                        change((now) => withProductTaken(now, index, scheme));
                        toEntry();
                      }}
                      onRemove={() => {
                        change((now) => withoutProduct(now, index, scheme));
                        toEntry();
                      }}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isReadOnly ? null : (
        <>
          <Entry form={form} />
          <p className={styles.hint} aria-hidden>
            <Keys keys="enter" /> {words.enterGoesOn} <Keys keys="enter" /> {words.enterOnEmpty}{' '}
            <Keys keys="escape" /> {words.clears} <Keys keys="alt+l" /> {words.newLine}
          </p>
        </>
      )}
    </>
  );
}

/**
 * The line being typed: Enter moves through it and adds it from its last field; from an empty line it leaves the group.
 */
function Entry({ form }: { form: RequestForm }) {
  const { draft, change, facts, scheme, say } = form;
  const entry = draft.productEntry;
  const cardRate = cardRateOf(facts, draft.type, entry.isd);
  const places = cardPlacesOf(facts, entry.isd);
  const line = productOf(entry, cardRate, places);
  const amount = amountOf(line);
  const set = (next: Partial<ProductEntry>) =>
    change((now) => ({ productEntry: { ...now.productEntry, ...next } }));
  const offCard = warningsFor({ ...draft, products: [line] }, facts, null).find(
    ({ code }) => code === 'rateOffCard',
  );

  function add(): void {
    const [problem] = productLineProblems(line);
    if (problem !== undefined) {
      say(problem.message, `#${idOf(problem.field)}`);
      return;
    }
    change((now) => withProductAdded(now, line, scheme));
    toEntry();
  }
  function undo(): void {
    change((now) => withProductUndone(now, scheme));
    toEntry();
  }
  const isTyped = isTypedProduct(entry);

  const keys = useLineKeys({
    first: idOf('isd'),
    last: idOf('rate'),
    isTyped,
    add,
    undo: isTyped ? undo : null,
    leave: () => focusOn(fieldSelector('payments')),
  });

  const title = entry.taken === null ? words.newProduct : words.changedProduct(entry.taken.at + 1);
  const number = (field: 'quantity' | 'rate') => ({
    id: idOf(field),
    label: PRODUCT_LINE_RULES[field].label,
    ...limitsOf(PRODUCT_LINE_RULES[field]),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    classNames: { input: styles.decimal ?? '' },
  });
  return (
    // A group of fields in which Enter moves from one to the next.
    <div {...keys} role="group" aria-label={title} className={styles.productEntry}>
      <SelectField
        id={idOf('product')}
        label={PRODUCT_LINE_RULES.product.label}
        openOnFocus={false}
        clearable={false}
        choices={PRODUCT_CHOICES}
        value={entry.product === '' ? null : entry.product}
        onChange={(product) => set({ product: (product ?? '') as Product | '' })}
      />
      <CurrencyPicker
        id={idOf('isd')}
        label={PRODUCT_LINE_RULES.isd.label}
        openOnFocus={false}
        error={form.marks.products}
        value={entry.isd === '' ? null : entry.isd}
        onChange={(isd) =>
          set(
            isd === null
              ? { ...NEW_PRODUCT, product: entry.product, taken: entry.taken }
              : { isd, rate: null },
          )
        }
      />
      <TextField
        {...number('quantity')}
        value={entry.quantity}
        onChange={(event) => set({ quantity: event.currentTarget.value })}
      />
      <TextField
        {...number('rate')}
        value={line.rate}
        inputWrapperOrder={HELP_BELOW}
        description={
          entry.isd === ''
            ? undefined
            : cardRate === null
              ? words.noCard
              : words.card(shownRate(entry.isd, cardRate, places))
        }
        onChange={(event) => set({ rate: event.currentTarget.value })}
        onBlur={() => {
          if (entry.rate === null) return;
          const rate = typedRate(entry.isd, entry.rate, places);
          if (rate !== entry.rate) set({ rate });
        }}
      />
      <output className={styles.liveAmount} htmlFor={`${idOf('quantity')} ${idOf('rate')}`}>
        <span className={styles.liveLabel}>{words.amount}</span>
        {amount === null ? '—' : formatRupees(amount)}
      </output>
      <EntryActions
        add={words.addProduct}
        onAdd={add}
        onUndo={isTyped ? undo : null}
        isChange={entry.taken !== null}
      />
      {offCard === undefined ? null : (
        <p className={styles.offCard} role="status">
          {offCard.message}
        </p>
      )}
    </div>
  );
}
