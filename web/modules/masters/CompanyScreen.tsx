import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { companyDetail, companySave } from '#contract/masters/company.ts';
import { COMPANY_RULES, type CompanyDraft } from '#domain/masters/company.ts';
import { NO_FLAGS } from '#domain/rights.ts';
import { fieldProblems } from '#domain/rules.ts';
import { call } from '#web/wire/call.ts';
import { COMPANY_KEY, useLetterhead } from '#web/patterns/letterhead.tsx';
import { useScreenRights } from '#web/wire/rights.ts';
import { mastersText } from '#web/texts/masters.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Letterhead } from '#web/ui/PrintPage.tsx';
import { CompanyLogo } from './CompanyLogo.tsx';
import styles from './Company.module.css';
import master from '../../patterns/master/Master.module.css';
import type { RecordForm } from '#web/patterns/master/master.ts';
import { MasterRecord } from '#web/patterns/master/MasterRecord.tsx';
import { draftOf } from '#web/patterns/record/draftOf.ts';
import { useGuardedForm } from '#web/patterns/record/useGuardedForm.tsx';

const text = mastersText.company;
/** The company profile is one record. */
const ONLY_SRNO = 1;

const FIELDS = Object.keys(COMPANY_RULES) as (keyof CompanyDraft)[];

const company: RecordForm<CompanyDraft> = {
  id: COMPANY_KEY,
  texts: text,
  fields: [
    { name: 'name', kind: 'text' },
    { name: 'address1', kind: 'text' },
    { name: 'address2', kind: 'text' },
    { name: 'address3', kind: 'text' },
    { name: 'licence', kind: 'text' },
    { name: 'gstin', kind: 'code' },
    { name: 'contact1', kind: 'text' },
    { name: 'contact2', kind: 'text' },
  ],
  rules: COMPANY_RULES,
  problems: (draft) => fieldProblems(COMPANY_RULES, { ...draft }),
  blank: {
    name: '',
    address1: '',
    address2: '',
    address3: '',
    licence: '',
    gstin: '',
    contact1: '',
    contact2: '',
  },
  detail: async (_, signal) => {
    const { reply } = await call(companyDetail, {}, { signal });
    const { version, changedBy, changedAt } = reply;
    return { draft: draftOf<CompanyDraft>(reply, FIELDS), version, changedBy, changedAt };
  },
  save: (_, draft, options) => call(companySave, { record: draft }, options),
};

/** The company profile: its form, its logo, and a preview of the letterhead. */
export function CompanyScreen() {
  const { data: may = NO_FLAGS } = useScreenRights('COMPANY');
  const client = useQueryClient();
  const { form, guarded, question } = useGuardedForm();
  const [round, setRound] = useState(0);
  const [isSaved, setSaved] = useState(false);

  const startOver = () => setRound(round + 1);

  /** Fetches the stored profile again, for this screen and for every document. */
  async function refresh(): Promise<void> {
    await client.invalidateQueries({ queryKey: [COMPANY_KEY] });
    startOver();
  }

  return (
    <>
      <PageHeader title={text.title} />
      <div role="status" className={isSaved ? master.saved : undefined}>
        {isSaved ? <Notice meaning="done">{mastersText.saved(text.title)}</Notice> : null}
      </div>
      <div className={styles.split}>
        <MasterRecord
          key={round}
          master={company}
          srno={ONLY_SRNO}
          isReadOnly={!may.edit}
          form={form}
          onSaved={async () => {
            setSaved(true);
            await refresh();
          }}
          onClose={() => {
            if (form.current?.isDirty()) guarded(startOver);
          }}
        />
        <div className={styles.side}>
          <LetterheadPreview />
          {may.edit ? (
            <CompanyLogo
              onChanged={async () => {
                await client.invalidateQueries({ queryKey: [COMPANY_KEY] });
                // Unsaved changes stay.
                if (!form.current?.isDirty()) startOver();
              }}
            />
          ) : null}
        </div>
      </div>
      {question}
    </>
  );
}

function LetterheadPreview() {
  const letterhead = useLetterhead();
  return (
    <section aria-label={text.preview}>
      <h2 className={styles.heading}>{text.preview}</h2>
      <div className={styles.paper} aria-busy={letterhead === undefined}>
        {letterhead === undefined ? null : <Letterhead {...letterhead} title={text.sample} level={3} />}
      </div>
    </section>
  );
}
