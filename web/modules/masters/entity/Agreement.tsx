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
    entity.enAddress1,
    entity.enAddress2,
    entity.enAddress3,
    [entity.enCityName, entity.enStateName, entity.enCountryName].filter((part) => part !== '').join(', '),
  ].filter((line) => line !== '');

interface AgreementProps {
  entity: EntityDetail;
  letterhead: Pick<LetterheadProps, 'company' | 'lines' | 'logo'>;
}

/** The agreement with a franchise on one sheet: the parties, the licence, the margins, the documents on file. */
export function Agreement({ entity, letterhead }: AgreementProps) {
  const margin = (value: string) => {
    if (value === '') return text.notGiven;
    return entity.enMarginType === 'F' ? text.perUnit(value) : text.percent(value);
  };
  return (
    <PrintPage
      letterhead={{
        ...letterhead,
        title: text.title,
        facts: [
          { label: text.id, value: entity.enId },
          { label: text.date, value: formatDate(today()) },
        ],
      }}
      signatures={[text.signCompany, text.signFranchise(entity.enName)]}
      foot={text.foot(thisMoment())}
    >
      <Part title={text.between}>
        <div className={styles.parties}>
          <Party role={text.company} name={letterhead.company} lines={letterhead.lines.slice(0, 1)} />
          <Party
            role={text.franchise}
            name={entity.enName}
            lines={[
              ...addressOf(entity),
              ...(entity.enPhoneno === '' ? [] : [`${text.phone} ${entity.enPhoneno}`]),
              ...(entity.enMobileno === '' ? [] : [`${text.mobile} ${entity.enMobileno}`]),
              ...(entity.enEmail === '' ? [] : [`${text.email} ${entity.enEmail}`]),
              ...(entity.enContactPerson === '' ? [] : [text.represented(entity.enContactPerson)]),
            ]}
          />
        </div>
      </Part>
      <Part title={text.terms}>
        <Facts
          facts={[
            [text.from, day(entity.enLicFrom)],
            [text.to, day(entity.enLicTo)],
            [text.branch, orDash(entity.enCntlBranName)],
            [text.rbi, orDash(entity.enRbiLic)],
            [text.pan, orDash(entity.enPan)],
          ]}
        />
      </Part>
      <Part title={text.margins}>
        <Facts
          facts={[
            [text.buy, margin(entity.enBuyPercentage)],
            [text.sell, entity.enIbrSellRate === 1 ? text.ibrSell : margin(entity.enSellPercentage)],
            [text.cut, orDash(entity.enIbrCut)],
            [text.rate, entityText.rateTypes[entity.enRateType]],
            [
              text.currencies,
              entity.enIsdAllSelective === 'A' ? text.all : orDash(entity.enIsdList.join(', ')),
            ],
          ]}
        />
      </Part>
      {entity.enOthDetails === '' ? null : (
        <Part title={text.details}>
          <p className={styles.details}>{entity.enOthDetails}</p>
        </Part>
      )}
      <Part title={text.documents}>
        <Documents documents={entity.enDocuments} />
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

function Documents({ documents }: { documents: EntityDetail['enDocuments'] }) {
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
            <td>{dayOf(document.uploadedat)}</td>
            <td>{statuses[document.status]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
