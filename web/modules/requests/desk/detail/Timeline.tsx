import { IconFile, IconPoint } from '@tabler/icons-react';
import type { RequestDetail } from '#contract/requests/desk.ts';
import { documentNews } from '#domain/requests/documents.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { momentOf } from '#web/ui/when.ts';
import styles from './Detail.module.css';

const { timeline: text, request } = requestDetailText;

interface Happening {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly isDocument: boolean;
}

/** The activity of a request and its added documents, newest first. */
export function happeningsOf({ activity, documents }: RequestDetail): readonly Happening[] {
  // An existing document replaces the log line about its upload.
  const come = new Set(documents.map((each) => documentNews('add', each.kindName, each.filename)));
  const others = activity.filter(({ remark }) => !come.has(remark));
  const logged = others.map((entry, index) => ({
    id: `activity ${index}`,
    at: entry.at,
    by: entry.by,
    what: entry.remark,
    isDocument: false,
  }));
  const added = documents.map((each) => ({
    id: `document ${each.srno}`,
    at: each.uploadedAt,
    by: each.uploadedBy,
    what: text.uploaded(each.kindName, each.filename),
    isDocument: true,
  }));
  return [...logged, ...added].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

export function Timeline({ request: shown }: { request: RequestDetail }) {
  const happenings = happeningsOf(shown);
  return (
    <section className={styles.part}>
      <h2>{request.timeline}</h2>
      {happenings.length === 0 ? <p className={styles.none}>{request.noActivity}</p> : null}
      <ol className={styles.timeline} aria-label={request.timeline}>
        {happenings.map(({ id, at, by, what, isDocument }) => {
          const Icon = isDocument ? IconFile : IconPoint;
          return (
            <li key={id}>
              <Icon size={16} aria-hidden />
              <div>
                <p className={styles.happened}>
                  {isDocument ? <span className="visually-hidden">{text.document} </span> : null}
                  {what}
                </p>
                <p className={styles.quiet}>{request.by(by, momentOf(at))}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
