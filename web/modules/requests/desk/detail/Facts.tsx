import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { HANDOVERS, ID_TYPES, RESIDENCIES } from '#domain/requests/codes.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { dayOf, momentOf } from '#web/ui/when.ts';
import { typeName } from '../state.ts';
import styles from './Detail.module.css';
import { useNumbers } from './useNumbers.tsx';
import type { RequestActs } from './useRequestActs.tsx';

const { facts: text, request } = requestDetailText;
type Detail = RequestDetail['detail'];
type Fact = readonly [label: string, value: ReactNode];

const nameIn = (names: object, code: string): string => {
  const name: unknown = Object.hasOwn(names, code) ? Reflect.get(names, code) : code;
  return String(name);
};

/** The location as text. The map is on another site, so it is only a link. */
function Location({ latitude, longitude }: Detail) {
  const place = `mlat=${encodeURIComponent(latitude)}&mlon=${encodeURIComponent(longitude)}`;
  return (
    <>
      {latitude}, {longitude}{' '}
      <a
        className="no-print"
        href={`https://www.openstreetmap.org/?${place}#map=16/${encodeURIComponent(latitude)}/${encodeURIComponent(longitude)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {text.openMap}
      </a>
    </>
  );
}

/** The number is a link, so that an executive on the way to a customer can call it. */
const called = (mobile: string): ReactNode =>
  mobile === '' ? '' : <a href={`tel:${mobile.replace(/[^\d+]/g, '')}`}>{mobile}</a>;
const written = (email: string): ReactNode =>
  email === '' ? '' : <a href={`mailto:${encodeURI(email)}`}>{email}</a>;

const linkWord = ({ paymentLink, linkSent }: Detail): string => {
  if (linkSent) return text.linkSent;
  return paymentLink ? text.linkAsked : '';
};

/** The fields that an approver reads, and the administrative ones. Empty fields are not shown. */
function factsOf(
  detail: Detail,
  numbers: ReturnType<typeof useNumbers>,
): readonly [main: readonly Fact[], administrative: readonly Fact[]] {
  const isSame = detail.kycAddress === detail.deliveryAddress;
  const main: readonly Fact[] = [
    [text.traveller, detail.travellerName],
    [text.entity, detail.entityName],
    [nameIn(ID_TYPES, detail.idType) || text.idNumber, numbers.id],
    [text.pan, numbers.pan],
    [text.mobile, called(detail.mobile)],
    [text.nationality, detail.nationality],
    [text.residency, nameIn(RESIDENCIES, detail.residency)],
    [text.purpose, detail.purposeName],
    [text.destination, detail.destination],
    [text.travelDate, dayOf(detail.travelDate)],
    [text.handover, nameIn(HANDOVERS, detail.handover)],
    [text.delivery, detail.deliveryExecutiveName],
    [isSame ? text.bothAddresses : text.deliveryAddress, detail.deliveryAddress],
    [text.kycAddress, isSame ? '' : detail.kycAddress],
    [text.other, detail.otherDetails],
  ];
  const administrative: readonly Fact[] = [
    [text.type, typeName(detail)],
    [text.date, dayOf(detail.date)],
    [text.branch, detail.branchName],
    [text.sales, detail.salesExecutiveName],
    [text.state, detail.stateName],
    [text.email, written(detail.email)],
    [text.birth, numbers.birth],
    [text.bank, detail.remitterBankName],
    [text.account, numbers.account],
    [text.ifsc, detail.ifsc],
    [text.link, linkWord(detail)],
    [text.location, detail.latitude === '' ? '' : <Location key="location" {...detail} />],
    [text.createdBy, detail.createdBy],
    [text.reference, detail.refNo],
    [text.changed, request.by(detail.changedBy, momentOf(detail.changedAt))],
  ];
  const given = (facts: readonly Fact[]) => facts.filter(([, value]) => value !== '');
  return [given(main), given(administrative)];
}

/** The customer and the delivery; the administrative fields unfold. On paper every field is shown. */
export function RequestFacts({ detail, acts }: { detail: Detail; acts: RequestActs }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const foldedId = useId();
  const [main, administrative] = factsOf(detail, useNumbers(detail, acts));
  return (
    <section className={styles.part}>
      <div className={styles.factsHead}>
        <h2>{request.customer}</h2>
        <Button
          className="no-print"
          variant="subtle"
          size="compact-sm"
          aria-expanded={isUnfolded}
          aria-controls={foldedId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? request.fewer : request.more(administrative.length)}
        </Button>
      </div>
      <FactList facts={main} />
      <div id={foldedId} className={styles.folded} data-unfolded={isUnfolded || undefined}>
        <FactList facts={administrative} />
      </div>
    </section>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
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
