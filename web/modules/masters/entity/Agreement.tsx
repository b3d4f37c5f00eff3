import type { ReactNode } from 'react';
import type { EntityDetail } from '#contract/masters/entity.ts';
import { dateInIndia, formatDate, readIsoDate } from '#domain/dates.ts';
import { entityText } from '#web/texts/entity.ts';
import { PrintPage, type LetterheadProps } from '#web/ui/PrintPage.tsx';
import { thisMoment, today } from '#web/ui/today.ts';
import styles from './Contract.module.css';

const text = entityText.contract;

const day = (iso: string) => {
  const date = readIsoDate(iso);
  return date === null ? text.notGiven : formatDate(date);
};
const dayOf = (instant: string) => formatDate(dateInIndia(Date.parse(instant)));
const orDash = (value: string) => (value === '' ? text.notGiven : value);

const addressOf = (entity: EntityDetail): string[] =>
  [
    entity.address1,
    entity.address2,
    entity.address3,
    [entity.cityName, entity.stateName, entity.countryName].filter((part) => part !== '').join(', '),
  ].filter((line) => line !== '');

interface AgreementProps {
  entity: EntityDetail;
  letterhead: Pick<LetterheadProps, 'company' | 'lines' | 'logo'>;
}

/** The agreement with a franchise on one sheet: the parties, the licence, the margins, the documents on file. */
export function Agreement({ entity, letterhead }: AgreementProps) {
  const margin = (value: string) => {
    if (value === '') return text.notGiven;
    return entity.marginType === 'F' ? text.perUnit(value) : text.percent(value);
  };
  return (
    <PrintPage
      letterhead={{
        ...letterhead,
        title: text.title,
        facts: [
          { label: text.id, value: entity.id },
          { label: text.date, value: formatDate(today()) },
        ],
      }}
      signatures={[text.signCompany, text.signFranchise(entity.name)]}
      foot={text.foot(thisMoment())}
    >
      <Part title={text.between}>
        <div className={styles.parties}>
          <Party role={text.company} name={letterhead.company} lines={letterhead.lines.slice(0, 1)} />
          <Party
            role={text.franchise}
            name={entity.name}
            lines={[
              ...addressOf(entity),
              ...(entity.phone === '' ? [] : [`${text.phone} ${entity.phone}`]),
              ...(entity.mobile === '' ? [] : [`${text.mobile} ${entity.mobile}`]),
              ...(entity.email === '' ? [] : [`${text.email} ${entity.email}`]),
              ...(entity.contactPerson === '' ? [] : [text.represented(entity.contactPerson)]),
            ]}
          />
        </div>
      </Part>
      <Part title={text.terms}>
        <Facts
          facts={[
            [text.from, day(entity.licenceFrom)],
            [text.to, day(entity.licenceTo)],
            [text.branch, orDash(entity.controllingBranchName)],
            [text.rbi, orDash(entity.rbiLicence)],
            [text.pan, orDash(entity.pan)],
          ]}
        />
      </Part>
      <Part title={text.margins}>
        <Facts
          facts={[
            [text.buy, margin(entity.buyPercentage)],
            [text.sell, entity.ibrSellRate ? text.ibrSell : margin(entity.sellPercentage)],
            [text.cut, orDash(entity.ibrCut)],
            [text.rate, entityText.rateTypes[entity.rateType]],
            [
              text.currencies,
              entity.currencyChoice === 'A' ? text.all : orDash(entity.currencies.join(', ')),
            ],
          ]}
        />
      </Part>
      {entity.otherDetails === '' ? null : (
        <Part title={text.details}>
          <p className={styles.details}>{entity.otherDetails}</p>
        </Part>
      )}
      <Part title={text.documents}>
        <Documents documents={entity.documents} />
      </Part>
    </PrintPage>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Party({ role, name, lines }: { role: string; name: string; lines: readonly string[] }) {
  return (
    <div>
      <p className={styles.role}>{role}</p>
      <p className={styles.name}>{name}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Documents({ documents }: { documents: EntityDetail['documents'] }) {
  const { columns, statuses } = entityText.documents;
  if (documents.length === 0) return <p>{text.noDocuments}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.file}</th>
          <th scope="col">{columns.uploaded}</th>
          <th scope="col">{columns.status}</th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <tr key={document.srno}>
            <td>{document.name}</td>
            <td>{document.filename}</td>
            <td>{dayOf(document.uploadedAt)}</td>
            <td>{statuses[document.status]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
