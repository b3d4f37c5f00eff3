import { Autocomplete } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { customerDetails } from '#contract/requests/customers.ts';
import { MAX_QUERY_CHARS } from '#domain/requests/customers.ts';
import { requestFormText } from '#web/texts/requests.ts';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { DROP_DOWN } from '#web/ui/SelectField.tsx';
import { keysWaitFor } from '#web/ui/waitingKeys.ts';
import { dayOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import { chosenFields, newCustomerFields } from './customer.ts';
import styles from './Customer.module.css';
import { CUSTOMER_BOX, fieldSelector, nextAfterCustomer } from './fields.ts';
import type { CustomerCardState, RequestForm } from './form.ts';
import { useCustomerSearch, type FoundCustomer } from './useCustomerSearch.ts';

const words = requestFormText.customer;
/** The last entry of the list. The others are numbers. */
const NEW = 'new';
const aboutOf = ({ mobile, pan, idNumber }: FoundCustomer) =>
  [mobile, pan, idNumber].filter((number) => number !== '').join(' · ');

/** Typing replaces the customer who was searched before. */
function selectBox(): void {
  const box = document.querySelector<HTMLInputElement>(`#${CUSTOMER_BOX}`);
  box?.focus();
  box?.select();
}

/** One box that finds a returning customer by mobile, PAN, passport or name, or begins a new one with what was typed. */
export function CustomerBox({ form }: { form: RequestForm }) {
  const [typed, setTyped] = useState('');
  const [isNew, setNew] = useState(false);
  const { found, ask } = useCustomerSearch(typed);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useKeys([{ keys: 'alt+t', does: words.key, run: selectBox }]);
  // Whether the list has taken the key or the click that is being handled.
  const isSubmitted = useRef(false);
  const options = new Map(found?.map((customer) => [String(customer.srno), customer]));
  const entries = found === null ? [] : [...options.keys(), NEW];

  /** Shows the fields of the customer at once, so that the next one can have the focus. */
  function show(
    fields: Parameters<RequestForm['change']>[0],
    card: CustomerCardState | null,
    next: () => string,
  ): void {
    flushSync(() => {
      latest.current.change(fields);
      latest.current.setCard(card);
      setNew(card === null);
    });
    focusOn(next());
  }

  async function choose(srno: number): Promise<void> {
    const { reply } = await call(customerDetails, { srno });
    const card = { srno: reply.srno, date: reply.date, hasPan: reply.pan !== '' };
    show(
      (now) => chosenFields(now, reply),
      card,
      () => nextAfterCustomer(latest.current.draft),
    );
  }

  function beginNew(): void {
    show(
      (now) => newCustomerFields(now, typed),
      null,
      () => {
        const { draft, isDisabled } = latest.current;
        const name = isDisabled('travellerName') ? 'entityName' : 'travellerName';
        return fieldSelector(draft[name] === '' || name === 'entityName' ? name : 'idType');
      },
    );
  }

  /** Takes the first customer whom the text finds, although the list does not show one yet. */
  async function goOn(): Promise<void> {
    const [first] = await ask();
    if (first === undefined) beginNew();
    else await choose(first.srno);
  }

  // The answer decides which field comes next, and a fast typist does not wait for it.
  const begin = (work: () => Promise<void>) => void keysWaitFor(() => work().catch(beginNew));

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (!isPlainEnter || typed.trim() === '') return;
    event.stopPropagation();
    event.preventDefault();
    if (!isSubmitted.current) begin(goOn);
  }

  return (
    <div className={styles.box} onKeyDown={onKeyDown}>
      <Autocomplete
        id={CUSTOMER_BOX}
        label={words.label}
        placeholder={words.placeholder}
        autoComplete="off"
        maxLength={MAX_QUERY_CHARS}
        rightSection={
          <span className={styles.keys}>
            <Keys keys="alt+t" />
          </span>
        }
        rightSectionWidth={72}
        rightSectionPointerEvents="none"
        aria-keyshortcuts="Alt+T"
        {...DROP_DOWN}
        openOnFocus={false}
        data={entries}
        filter={({ options: all }) => all}
        value={typed}
        onChange={(next) => {
          // A choice would otherwise write its number into the box.
          if (isSubmitted.current) return;
          setTyped(next);
          setNew(false);
        }}
        onOptionSubmit={(entry) => {
          isSubmitted.current = true;
          queueMicrotask(() => {
            isSubmitted.current = false;
            if (entry === NEW) beginNew();
            else begin(() => choose(Number(entry)));
          });
        }}
        selectFirstOptionOnChange={entries.length > 0}
        renderOption={({ option }) => {
          const customer = options.get(option.value);
          return (
            <span className={styles.option}>
              <strong>{customer?.name ?? words.newCustomer(typed.trim())}</strong>
              {customer === undefined ? null : (
                <>
                  <span>{aboutOf(customer)}</span>
                  <span>{words.last(customer.srno, dayOf(customer.date))}</span>
                </>
              )}
            </span>
          );
        }}
      />
      <p className={styles.told} role="status">
        {isNew ? words.isNew : ''}
      </p>
    </div>
  );
}
