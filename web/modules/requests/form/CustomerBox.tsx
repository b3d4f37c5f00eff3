import { Autocomplete } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { customerDetails } from '#contract/requests/customers.ts';
import { MAX_QUERY_CHARS, readCustomerQuery } from '#domain/requests/customers.ts';
import { requestFormText } from '#web/texts/requests.ts';
import { Keys } from '#web/ui/KeyCaps.tsx';
import { useKeys } from '#web/ui/keys.ts';
import { focusOn } from '#web/ui/MessageModal.tsx';
import { DROP_DOWN } from '#web/ui/SelectField.tsx';
import { dayOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import { chosenFields, newCustomerFields } from './customer.ts';
import styles from './Customer.module.css';
import { CUSTOMER_BOX, fieldSelector } from './fields.ts';
import type { RequestForm } from './form.ts';
import { useCustomerSearch, type FoundCustomer } from './useCustomerSearch.ts';

const words = requestFormText.customer;
const aboutOf = ({ mobile, pan, idnumber }: FoundCustomer) =>
  [mobile, pan, idnumber].filter((number) => number !== '').join(' · ');

/** The first field that a returning customer's request still needs. */
function nextAfterChoice({ type, handover, purpose }: RequestForm['draft']): string {
  if (handover === '') return fieldSelector('handover');
  return fieldSelector(type === 'SP' && purpose === '' ? 'purpose' : 'products');
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
  useKeys([{ keys: 'alt+t', does: words.key, run: () => focusOn(`#${CUSTOMER_BOX}`) }]);
  const kind = readCustomerQuery(typed)?.by;
  const options = new Map(found.map((customer) => [String(customer.req_srno), customer]));

  async function choose(srno: number): Promise<void> {
    const { reply } = await call(customerDetails, { srno });
    const { draft, change, setCard } = latest.current;
    change(chosenFields(draft, reply));
    setCard({ srno: reply.req_srno, date: reply.req_date, hasPan: reply.req_pan !== '' });
    setNew(false);
    setTimeout(() => focusOn(nextAfterChoice(latest.current.draft)));
  }

  function beginNew(): void {
    const { draft, change, setCard } = latest.current;
    change(newCustomerFields(draft, typed));
    setCard(null);
    setNew(true);
    setTimeout(() => {
      const { draft: filled, isDisabled } = latest.current;
      const name = isDisabled('travellerName') ? 'entityName' : 'travellerName';
      focusOn(fieldSelector(filled[name] === '' || name === 'entityName' ? name : 'idType'));
    });
  }

  /** A number is one person, so Enter takes the customer. The beginning of a name is not: the user chooses from the list. */
  async function goOn(): Promise<void> {
    const [first] = kind === 'name' ? [] : await ask();
    if (first === undefined) beginNew();
    else await choose(first.req_srno);
  }

  const guarded = (work: () => Promise<void>) => void work().catch(beginNew);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (!isPlainEnter || typed.trim() === '') return;
    // The list has chosen an entry already if the default is prevented.
    event.stopPropagation();
    if (event.defaultPrevented) return;
    event.preventDefault();
    guarded(goOn);
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
        data={[...options.keys()]}
        filter={({ options: all }) => all}
        value={typed}
        onChange={(next) => {
          // A choice would otherwise write its number into the box.
          if (options.has(next)) return;
          setTyped(next);
          setNew(false);
        }}
        onOptionSubmit={(srno) => guarded(() => choose(Number(srno)))}
        selectFirstOptionOnChange={kind !== undefined && kind !== 'name' && found.length > 0}
        renderOption={({ option }) => {
          const customer = options.get(option.value);
          return customer === undefined ? null : (
            <span className={styles.option}>
              <strong>{customer.name}</strong>
              <span>{aboutOf(customer)}</span>
              <span>{words.last(customer.req_srno, dayOf(customer.req_date))}</span>
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
