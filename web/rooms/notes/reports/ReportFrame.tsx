import { useRef, useState, type Ref, useImperativeHandle } from 'react';
import { useNavigate } from 'react-router';
import { reportsText as text } from '#web/texts/reports.ts';
import styles from './Reports.module.css';

export interface ReportHandle {
  print: () => void;
}

interface ReportFrameProps {
  title: string;
  /** As the server made it. */
  html: string;
  handle: Ref<ReportHandle>;
}

/**
 * Nothing in the frame runs. It is of our own origin, so that the page can hear its links and print it alone; where a
 * browser does not let the page hear, a link opens by itself over the whole page, and only when it is pressed.
 */
const SANDBOX = 'allow-same-origin allow-modals allow-top-navigation-by-user-activation';

/** A report in a frame as high as it is, so that it is read like the rest of the page. */
export function ReportFrame({ title, html, handle }: ReportFrameProps) {
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const watch = useRef<ResizeObserver>(null);
  const [height, setHeight] = useState<number>();
  useImperativeHandle(handle, () => ({ print: () => frame.current?.contentWindow?.print() }), []);

  function follow(event: MouseEvent): void {
    const href = (event.target as Element | null)?.closest('a')?.getAttribute('href') ?? '';
    if (!href.startsWith('/')) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(href, '_blank', 'noopener');
    else void navigate(href);
  }

  function settle(): void {
    const report = frame.current?.contentDocument;
    if (!report) return;
    lendFaces(report);
    report.addEventListener('click', follow);
    watch.current?.disconnect();
    watch.current = new ResizeObserver(() =>
      setHeight(Math.ceil(report.body.getBoundingClientRect().height)),
    );
    watch.current.observe(report.body);
  }

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      style={{ height }}
      sandbox={SANDBOX}
      srcDoc={html}
      title={text.frame(title)}
      onLoad={settle}
    />
  );
}

/** A frame has no typefaces but its own; the report is set in the one of the page around it. */
function lendFaces(report: Document): void {
  const [own] = report.styleSheets;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const rule of rules) if (rule instanceof CSSFontFaceRule) own?.insertRule(rule.cssText);
}
