import { useRef, useState, type Ref, useImperativeHandle } from 'react';
import { useNavigate } from 'react-router';
import { reportsText as text } from '#web/texts/reports.ts';
import { matchesKeys, useKeys } from '#web/ui/keys.ts';
import styles from './Report.module.css';

export interface ReportHandle {
  print: () => void;
}

interface ReportFrameProps {
  title: string;
  /** As rendered by the server. */
  html: string;
  handle?: Ref<ReportHandle>;
  /** Prints the paper of the report; without it the frame is printed. */
  onPrint?: () => void;
}

/**
 * Scripts are disabled in the frame. It keeps our origin, so that the page can listen to its links and print it alone.
 * In browsers that do not allow the page to listen, a link opens in the whole page, and only when the user clicks it.
 */
const SANDBOX = 'allow-same-origin allow-modals allow-top-navigation-by-user-activation';

const PRINT_KEYS = 'ctrl+p';

/** A report in a frame as high as its content, so that it scrolls with the page. */
export function ReportFrame({ title, html, handle, onPrint }: ReportFrameProps) {
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const watch = useRef<ResizeObserver>(null);
  const [height, setHeight] = useState<number>();
  const print = onPrint ?? (() => frame.current?.contentWindow?.print());
  useImperativeHandle(handle, () => ({ print }));
  // The page itself would print the frame as one picture, cut wherever a sheet ends.
  useKeys([{ keys: PRINT_KEYS, does: text.print, run: print }]);

  function onKeyDown(event: KeyboardEvent): void {
    if (!matchesKeys(PRINT_KEYS, event)) return;
    event.preventDefault();
    print();
  }

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
    report.addEventListener('keydown', onKeyDown);
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

/** A frame does not inherit typefaces, so this copies those of the page into the report. */
function lendFaces(report: Document): void {
  const [own] = report.styleSheets;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const rule of rules) if (rule instanceof CSSFontFaceRule) own?.insertRule(rule.cssText);
}
