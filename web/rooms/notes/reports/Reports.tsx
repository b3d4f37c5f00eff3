import { inHandReport, inOutReport } from '#contract/notes/reports.ts';
import { isoDate } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { download } from '#web/app/download.ts';
import { reportsText as text } from '#web/texts/reports.ts';
import { today } from '#web/ui/today.ts';
import { wireOf, type Asked } from './asked.ts';
import { ReportScreen } from './ReportScreen.tsx';

const inHandArgs = (asked: Asked) => ({ asked: { ...wireOf(asked), tilldate: asked.days.tilldate ?? '' } });
const inOutArgs = (asked: Asked) => ({
  asked: { ...wireOf(asked), fromdate: asked.days.fromdate ?? '', todate: asked.days.todate ?? '' },
});

/** What an executive, a vault or a branch had at the end of a day. */
export function InHandReport() {
  return (
    <ReportScreen
      title={text.inHand}
      detail={text.inHandDetail}
      days={{ tilldate: today() }}
      view={async (asked, signal) => (await call(inHandReport, inHandArgs(asked), { signal })).reply.html}
      save={(asked) => download(inHandReport, inHandArgs(asked))}
    />
  );
}

/** What came to an executive, a vault or a branch in a period, and what went; the month so far unless others are typed. */
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
