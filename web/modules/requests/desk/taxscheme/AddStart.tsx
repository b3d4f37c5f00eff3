import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { addDays, formatDate, type IsoDate } from '#domain/dates.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import { formatRupees } from '#domain/numbers.ts';
import { TAX_SCHEMES, type SchemeStart, type TaxSchemeId } from '#domain/requests/schemes.ts';
import { taxSchemeText as text } from '#web/texts/taxScheme.ts';
import { uiText } from '#web/texts/ui.ts';
import { DateInput } from '#web/ui/DateInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { today } from '#web/ui/today.ts';
import { useSingleRun } from '#web/ui/useSingleRun.ts';
import { PlainTable } from '#web/ui/PlainTable.tsx';
import { previewOf, type Preview } from './preview.ts';
import styles from './TaxScheme.module.css';

const choices = TAX_SCHEMES.map(({ id, name }) => ({ value: id, label: name }));

interface AddStartProps {
  starts: readonly SchemeStart[];
  /** Resolves to true if the scheme was added. */
  onAdd: (start: SchemeStart) => Promise<boolean>;
  onClose: () => void;
}

/** Adds a scheme for a future day and shows its effect before the user confirms. */
export function AddStart({ starts, onAdd, onClose }: AddStartProps) {
  const [from, setFrom] = useState<IsoDate | null>(null);
  const [scheme, setScheme] = useState<TaxSchemeId | null>(null);
  const [isAsked, setAsked] = useState(false);
  const start = from === null || scheme === null ? null : { from, scheme };
  const { working, run } = useSingleRun(async () => {
    if (start !== null && (await onAdd(start))) onClose();
  });
  const missing = (value: unknown, label: string) =>
    isAsked && value === null ? mandatoryMessage([label]) : undefined;
  return (
    <Dialog opened onClose={onClose} title={text.addTitle} width="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          run();
        }}
      >
        <div className={styles.fields}>
          <DateInput
            label={text.day}
            required
            value={from}
            min={addDays(today(), 1)}
            onChange={setFrom}
            error={missing(from, text.day)}
          />
          <SelectField
            label={text.scheme}
            required
            choices={choices}
            value={scheme}
            onChange={(chosen) => setScheme(TAX_SCHEMES.find(({ id }) => id === chosen)?.id ?? null)}
            error={missing(scheme, text.scheme)}
          />
        </div>
        {start === null ? null : <WhatChanges day={start.from} preview={previewOf(starts, start)} />}
        <Group justify="flex-end" gap={8} mt={16}>
          <Button variant="default" onClick={onClose} disabled={working}>
            {uiText.common.cancel}
          </Button>
          <Button type="submit" loading={working}>
            {text.save}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function WhatChanges({ day, preview: { before, after, samples } }: { day: IsoDate; preview: Preview }) {
  if (before.id === after.id) return <Notice meaning="info">{text.same}</Notice>;
  return (
    <>
      <h3 className={styles.previewTitle}>{text.previewOf(formatDate(day))}</h3>
      <PlainTable label={text.preview} className={styles.preview}>
        <thead>
          <tr>
            <td />
            <td />
            <th scope="colgroup" colSpan={2}>
              {text.beforeHead(before.name)}
            </th>
            <th scope="colgroup" colSpan={2}>
              {text.afterHead(after.name)}
            </th>
          </tr>
          <tr>
            {[text.forex, text.fee, text.gst, text.grand, text.gst, text.grand].map((label, index) => (
              <th key={`${label} ${index}`} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.before.forexTotal}>
              <th scope="row" className="number">
                {formatRupees(sample.before.forexTotal)}
              </th>
              <td className="number">{formatRupees(sample.after.fee)}</td>
              <td className="number">{formatRupees(sample.before.gst)}</td>
              <td className="number">{formatRupees(sample.before.grandTotal)}</td>
              <td className="number">{formatRupees(sample.after.gst)}</td>
              <td className="number">{formatRupees(sample.after.grandTotal)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  );
}
