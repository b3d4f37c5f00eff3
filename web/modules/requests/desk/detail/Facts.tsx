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
function Location({ req_latitude: latitude, req_longitude: longitude }: Detail) {
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

const linkWord = ({ req_paymentlinkreq, req_paymentlinksent }: Detail): string => {
  if (req_paymentlinksent === 1) return text.linkSent;
  return req_paymentlinkreq === 1 ? text.linkAsked : '';
};

/** The fields that an approver reads, and the administrative ones. Empty fields are not shown. */
function factsOf(
  detail: Detail,
  numbers: ReturnType<typeof useNumbers>,
): readonly [main: readonly Fact[], administrative: readonly Fact[]] {
  const isSame = detail.req_travkycadd === detail.req_travdeladd;
  const main: readonly Fact[] = [
    [text.traveller, detail.req_travname],
    [text.entity, detail.req_entityname],
    [nameIn(ID_TYPES, detail.req_travidtype) || text.idNumber, numbers.id],
    [text.pan, numbers.pan],
    [text.mobile, called(detail.req_mobile)],
    [text.nationality, detail.req_nationality],
    [text.residency, nameIn(RESIDENCIES, detail.req_residency)],
    [text.purpose, detail.req_purposename],
    [text.destination, detail.req_destination],
    [text.travelDate, dayOf(detail.req_traveldate)],
    [text.handover, nameIn(HANDOVERS, detail.req_handover)],
    [text.delivery, detail.req_deliveryexecutivename],
    [isSame ? text.bothAddresses : text.deliveryAddress, detail.req_travdeladd],
    [text.kycAddress, isSame ? '' : detail.req_travkycadd],
    [text.other, detail.req_otherdetails],
  ];
  const administrative: readonly Fact[] = [
    [text.type, typeName(detail)],
    [text.date, dayOf(detail.req_date)],
    [text.branch, detail.req_branname],
    [text.sales, detail.req_salesexecutivename],
    [text.state, detail.req_geostatename],
    [text.email, written(detail.req_email)],
    [text.birth, numbers.birth],
    [text.bank, detail.req_bankname],
    [text.account, numbers.account],
    [text.ifsc, detail.req_bankacctifsc],
    [text.link, linkWord(detail)],
    [text.location, detail.req_latitude === '' ? '' : <Location key="location" {...detail} />],
    [text.createdBy, detail.req_createdby],
    [text.reference, detail.req_refno],
    [text.changed, request.by(detail.changedby, momentOf(detail.changedat))],
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
