import type { ReactNode } from 'react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { HANDOVERS, ID_TYPES, RESIDENCIES } from '#domain/requests/codes.ts';
import { isAadhaarType, keptIdNumber } from '#domain/requests/identity.ts';
import { deskText } from '#web/texts/desk.ts';
import { dayOf, momentOf } from '#web/ui/when.ts';
import { StatusBadges } from '../StatusBadges.tsx';
import { typeName } from '../state.ts';
import styles from './Detail.module.css';
import { Masked } from './Masked.tsx';

const { facts: text, request } = deskText;
type Detail = RequestDetail['detail'];
type Fact = readonly [label: string, value: ReactNode];

const PAN_TYPE = '5';

const nameIn = (names: object, code: string): string => {
  const name: unknown = Object.hasOwn(names, code) ? Reflect.get(names, code) : code;
  return String(name);
};
const covered = (label: string, value: string) =>
  value === '' ? '' : <Masked label={label} value={value} />;

function idNumber({ req_travidtype: type, req_travidnum: number }: Detail): ReactNode {
  if (isAadhaarType(type)) return keptIdNumber(type, number);
  return type === PAN_TYPE ? covered(text.idNumber, number) : number;
}

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
  return req_paymentlinkreq === 1 ? text.linkAsked : text.linkNotAsked;
};

/** All stored fields of a request, by section. */
export function RequestFacts({ detail }: { detail: Detail }) {
  return (
    <div className={styles.parts}>
      <FactList
        title={request.basics}
        facts={[
          [text.number, String(detail.req_srno)],
          [text.type, typeName(detail)],
          [text.status, <StatusBadges key="status" request={detail} />],
          [text.date, dayOf(detail.req_date)],
          [text.branch, detail.req_branname],
          [text.sales, detail.req_salesexecutivename],
          [text.handover, nameIn(HANDOVERS, detail.req_handover)],
          [text.delivery, detail.req_deliveryexecutivename],
          [text.entity, detail.req_entityname],
          [text.location, detail.req_latitude === '' ? '' : <Location key="location" {...detail} />],
          [text.createdBy, detail.req_createdby],
          [text.reference, detail.req_refno],
          [text.changed, request.by(detail.changedby, momentOf(detail.changedat))],
        ]}
      />
      <FactList
        title={request.traveller}
        facts={[
          [text.traveller, detail.req_travname],
          [text.idType, nameIn(ID_TYPES, detail.req_travidtype)],
          [text.idNumber, idNumber(detail)],
          [text.pan, covered(text.pan, detail.req_pan)],
          [text.nationality, detail.req_nationality],
          [text.residency, nameIn(RESIDENCIES, detail.req_residency)],
          [text.purpose, detail.req_purposename],
          [text.destination, detail.req_destination],
          [text.travelDate, dayOf(detail.req_traveldate)],
          [text.birth, dayOf(detail.req_dob)],
        ]}
      />
      <FactList
        title={request.addresses}
        facts={[
          [text.kycAddress, detail.req_travkycadd],
          [text.deliveryAddress, detail.req_travdeladd],
          [text.state, detail.req_geostatename],
          [text.email, written(detail.req_email)],
          [text.mobile, called(detail.req_mobile)],
          [text.other, detail.req_otherdetails],
        ]}
      />
      <FactList
        title={request.bank}
        facts={[
          [text.bank, detail.req_bankname],
          [text.account, covered(text.account, detail.req_bankacctno)],
          [text.ifsc, detail.req_bankacctifsc],
          [text.link, linkWord(detail)],
        ]}
      />
    </div>
  );
}

function FactList({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? <span className={styles.quiet}>{request.nothing}</span> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
