import { inHandReport, inOutReport } from '#contract/notes/reports.ts';
import { isoDate } from '#domain/dates.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { reportsText as text } from '#web/texts/reports.ts';
import { today } from '#web/ui/today.ts';
import { wireOf, type ReportQuery } from './query.ts';
import { ReportScreen } from './ReportScreen.tsx';

const inHandArgs = (asked: ReportQuery) => ({
  asked: { ...wireOf(asked), tilldate: asked.days.tilldate ?? '' },
});
const inOutArgs = (asked: ReportQuery) => ({
  asked: { ...wireOf(asked), fromdate: asked.days.fromdate ?? '', todate: asked.days.todate ?? '' },
});

/** The notes that an executive, a vault or a branch held at the end of a day. */
export function InHandReport() {
  return (
    <ReportScreen
      title={text.inHand}
      detail={text.inHandDetail}
      days={{ tilldate: today() }}
      showsItself
      view={async (asked, signal) => (await call(inHandReport, inHandArgs(asked), { signal })).reply.html}
      save={(asked) => download(inHandReport, inHandArgs(asked))}
    />
  );
}

/** The notes that an executive, a vault or a branch received and sent in a period; the default is the month to date. */
export function InOutReport() {
  const now = today();
  return (
    <ReportScreen
      title={text.inOut}
      detail={text.inOutDetail}
      days={{ fromdate: isoDate(`${now.slice(0, 8)}01`), todate: now }}
      view={async (asked, signal) => (await call(inOutReport, inOutArgs(asked), { signal })).reply.html}
      save={(asked) => download(inOutReport, inOutArgs(asked))}
    />
  );
}
