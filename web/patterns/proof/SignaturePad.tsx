import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useRef, useState, type PointerEvent } from 'react';
import { proofText as text } from '#web/texts/proof.ts';
import styles from './Proof.module.css';

/** The size of the picture in pixels; the screen shows it in the width that it has. */
const WIDTH = 960;
const HEIGHT = 480;
const LINE_WIDTH = 5;

interface SignaturePadProps {
  /** Called after each stroke with the picture, and with null when it is cleared. */
  onChange: (file: File | null) => void;
}

/** The customer signs on the glass. The signature is black on white in both colour schemes, as on paper. */
export function SignaturePad({ onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const [isEmpty, setEmpty] = useState(true);

  function pen(): CanvasRenderingContext2D | null {
    return canvas.current?.getContext('2d') ?? null;
  }

  function placeOf({ clientX, clientY }: PointerEvent<HTMLCanvasElement>): [number, number] {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined) return [0, 0];
    return [((clientX - box.left) / box.width) * WIDTH, ((clientY - box.top) / box.height) * HEIGHT];
  }

  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    const context = pen();
    if (context === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (isEmpty) {
      context.fillStyle = 'white';
      context.fillRect(0, 0, WIDTH, HEIGHT);
    }
    context.lineWidth = LINE_WIDTH;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = 'black';
    context.beginPath();
    context.moveTo(...placeOf(event));
    isDrawing.current = true;
  }

  function draw(event: PointerEvent<HTMLCanvasElement>): void {
    const context = pen();
    if (!isDrawing.current || context === null) return;
    context.lineTo(...placeOf(event));
    context.stroke();
    setEmpty(false);
  }

  function end(): void {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    canvas.current?.toBlob((blob) => {
      if (blob !== null) onChange(new File([blob], 'signature.png', { type: 'image/png' }));
    }, 'image/png');
  }

  function clear(): void {
    pen()?.clearRect(0, 0, WIDTH, HEIGHT);
    setEmpty(true);
    onChange(null);
  }

  return (
    <div className={styles.pad}>
      <canvas
        ref={canvas}
        className={styles.glass}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={isEmpty ? text.noSignature : text.signed}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className={styles.under}>
        <span>{text.signHere}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconEraser size={16} aria-hidden />}
          disabled={isEmpty}
          onClick={clear}
        >
          {text.clear}
        </Button>
      </div>
    </div>
  );
}
