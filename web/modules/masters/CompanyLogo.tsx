import { Button, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { companyLogoRemove, companyLogoUpload } from '#contract/masters/company.ts';
import { call, newIdempotencyKey } from '#web/wire/call.ts';
import { useCompanyLogo } from '#web/patterns/letterhead.tsx';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { upload } from '#web/wire/upload.ts';
import { mastersText } from '#web/texts/masters.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import styles from './Company.module.css';

const text = mastersText.company;
const ACCEPTED = companyLogoUpload.accepts.map((ending) => `.${ending}`).join(',');

interface Sending {
  readonly part: number;
  readonly giveUp: AbortController;
}

/** The logo: shown, chosen or dropped, uploaded with progress, and removed. */
export function CompanyLogo({ onChanged }: { onChanged: () => Promise<void> }) {
  const { data: logo } = useCompanyLogo();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [isOver, setOver] = useState(false);
  const [modal, showProblem] = useProblem();

  const tell = (error: unknown) => {
    const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
    if (!isGivenUp) showProblem(error);
  };

  async function send(file: File | undefined): Promise<void> {
    if (file === undefined || sending !== null) return;
    const giveUp = new AbortController();
    setSending({ part: 0, giveUp });
    try {
      const onProgress = (part: number) => setSending({ part, giveUp });
      await upload(companyLogoUpload, {}, file, { signal: giveUp.signal, onProgress });
      await onChanged();
    } catch (error) {
      tell(error);
    } finally {
      setSending(null);
    }
  }

  async function remove(): Promise<void> {
    try {
      await call(companyLogoRemove, {}, { idempotencyKey: newIdempotencyKey() });
      await onChanged();
    } catch (error) {
      tell(error);
    }
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  }

  return (
    <section aria-label={text.logo}>
      <h2 className={styles.heading}>{text.logo}</h2>
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {logo ? <img className={styles.picture} src={logo} alt={text.logo} /> : null}
        <p className={styles.help}>{text.logoHelp}</p>
        <VisuallyHidden>
          <input
            ref={input}
            type="file"
            tabIndex={-1}
            aria-label={text.chooseLogo}
            accept={ACCEPTED}
            onChange={({ currentTarget }) => {
              void send(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        <div className={styles.buttons}>
          <Button variant="default" disabled={sending !== null} onClick={() => input.current?.click()}>
            {logo ? text.replaceLogo : text.chooseLogo}
          </Button>
          {sending === null ? null : (
            <Button variant="default" onClick={() => sending.giveUp.abort()}>
              {uiText.common.cancel}
            </Button>
          )}
          {logo && sending === null ? (
            <ActionButton variant="subtle" color="refused" onPress={remove}>
              {text.removeLogo}
            </ActionButton>
          ) : null}
        </div>
        {sending === null ? null : (
          <progress className={styles.progress} aria-label={text.sending} value={sending.part} max={1} />
        )}
      </div>
      {modal}
    </section>
  );
}
