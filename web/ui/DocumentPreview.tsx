import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFile,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { uiText } from '#web/texts/ui.ts';
import { kindOf, type DocumentKind } from './documentKind.ts';
import styles from './DocumentPreview.module.css';
import { useSourceUrl } from './useSourceUrl.ts';
import { EmptyState } from './EmptyState.tsx';

export interface PreviewDocument {
  id: string;
  name: string;
  /** The bytes, or a URL on our own origin. */
  source: Blob | string;
  /** The URL of a picture that the server renders, for formats that browsers cannot show. */
  pictureUrl?: string;
}

interface DocumentPreviewProps {
  documents: readonly PreviewDocument[];
  index: number;
  onIndex: (index: number) => void;
  onDownload?: (document: PreviewDocument) => void;
  height?: string;
}

const ZOOM_STEP = 1.25;
const MIN_ZOOM = 0.25;
const MAX_ZOOM = 8;
const clampZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** Shows documents in place, one at a time: pictures zoom and rotate, PDFs use the browser's own viewer. */
export function DocumentPreview(props: DocumentPreviewProps) {
  const { documents, index, onIndex, onDownload, height = '480px' } = props;
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const document = documents[index];
  const kind = document ? kindOfDocument(document) : 'other';
  const isPicture = kind === 'picture' || kind === 'converted';

  function show(next: number): void {
    if (next < 0 || next >= documents.length) return;
    setZoom(1);
    setTurns(0);
    onIndex(next);
  }

  const actions: Record<string, () => void> = {
    ArrowRight: () => show(index + 1),
    ArrowLeft: () => show(index - 1),
    ...(isPicture && {
      '+': () => setZoom(clampZoom(zoom * ZOOM_STEP)),
      '=': () => setZoom(clampZoom(zoom * ZOOM_STEP)),
      '-': () => setZoom(clampZoom(zoom / ZOOM_STEP)),
      '0': () => setZoom(1),
      r: () => setTurns(turns + 1),
    }),
  };

  function onKeyDown(event: KeyboardEvent): void {
    const act = actions[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  }

  if (!document) return <EmptyState title={uiText.preview.none} icon={<IconFile size={28} />} />;
  return (
    <section
      className={styles.preview}
      style={{ height }}
      aria-label={uiText.preview.region}
      onKeyDown={onKeyDown}
    >
      <div className={`${styles.bar} no-print`}>
        <span className={styles.name} title={document.name}>
          {document.name}
        </span>
        {isPicture ? (
          <>
            <Tool label={uiText.preview.zoomOut} onPress={actions['-']} icon={<IconZoomOut size={16} />} />
            <Tool label={uiText.preview.zoomIn} onPress={actions['+']} icon={<IconZoomIn size={16} />} />
            <Tool
              label={uiText.preview.fit}
              onPress={actions['0']}
              icon={<IconArrowAutofitWidth size={16} />}
            />
            <Tool
              label={uiText.preview.rotate}
              onPress={actions['r']}
              icon={<IconRotateClockwise size={16} />}
            />
          </>
        ) : null}
        {onDownload ? (
          <Tool
            label={uiText.common.download}
            onPress={() => onDownload(document)}
            icon={<IconDownload size={16} />}
          />
        ) : null}
        {documents.length > 1 ? (
          <>
            <Tool
              label={uiText.preview.previous}
              onPress={index > 0 ? actions['ArrowLeft'] : undefined}
              icon={<IconChevronLeft size={16} />}
            />
            <span className={styles.place} role="status">
              {uiText.preview.place(index + 1, documents.length)}
            </span>
            <Tool
              label={uiText.preview.next}
              onPress={index < documents.length - 1 ? actions['ArrowRight'] : undefined}
              icon={<IconChevronRight size={16} />}
            />
          </>
        ) : null}
      </div>
      <Sheet key={document.id} document={document} zoom={zoom} turns={turns} onDownload={onDownload} />
    </section>
  );
}

/** Bytes that a browser can draw are a picture whatever the document's name is, such as the PNG of a TIFF page. */
function kindOfDocument({ name, source }: PreviewDocument): DocumentKind {
  const isDrawn = typeof source !== 'string' && /^image\/(?:png|jpeg|gif|bmp)$/.test(source.type);
  return isDrawn ? 'picture' : kindOf(name);
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  /** Undefined if the action is not available now. */
  onPress: (() => void) | undefined;
}

function Tool({ label, icon, onPress }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        disabled={!onPress}
        onClick={() => onPress?.()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface SheetProps {
  document: PreviewDocument;
  zoom: number;
  turns: number;
  onDownload: ((document: PreviewDocument) => void) | undefined;
}

function Sheet({ document, zoom, turns, onDownload }: SheetProps) {
  const kind = kindOfDocument(document);
  const sourceUrl = useSourceUrl(document.source);
  const [broken, setBroken] = useState(false);
  const url = kind === 'converted' ? document.pictureUrl : sourceUrl;

  if (kind === 'other' || broken || (kind === 'converted' && !url)) {
    return (
      <div className={styles.stage}>
        <EmptyState
          icon={<IconFile size={28} />}
          title={broken ? uiText.preview.broken : uiText.preview.cannotShow}
          text={uiText.preview.downloadInstead}
          action={
            onDownload ? (
              <Button variant="default" onClick={() => onDownload(document)}>
                {uiText.common.download}
              </Button>
            ) : null
          }
        />
      </div>
    );
  }
  if (!url) return <div className={styles.stage} aria-busy />;
  if (kind === 'pdf') return <iframe className={styles.pdf} src={url} title={document.name} />;
  const lying = turns % 2 === 1;
  return (
    <div className={styles.stage} tabIndex={0} role="group" aria-label={document.name}>
      <div className={styles.frame} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
        <img
          className={styles.picture}
          data-lying={lying || undefined}
          style={{ rotate: `${turns * 90}deg` }}
          src={url}
          alt={document.name}
          onError={() => setBroken(true)}
        />
      </div>
    </div>
  );
}
