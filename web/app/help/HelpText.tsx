import { Fragment } from 'react';
import { Keys } from '#web/ui/KeyCaps.tsx';
import styles from './Help.module.css';
import type { Block, HelpPage, Piece, Sentence } from './page.ts';

interface HelpTextProps {
  page: HelpPage;
  onOpen: (page: string) => void;
}

/** A help page below its title. */
export function HelpText({ page, onOpen }: HelpTextProps) {
  return page.blocks.map((block, index) => <BlockView key={index} block={block} onOpen={onOpen} />);
}

function BlockView({ block, onOpen }: { block: Block; onOpen: (page: string) => void }) {
  switch (block[0]) {
    case 'heading':
      return (
        <h3 className={styles.heading} tabIndex={-1}>
          {block[1]}
        </h3>
      );
    case 'text':
      return (
        <p>
          <SentenceView sentence={block[1]} onOpen={onOpen} />
        </p>
      );
    case 'points':
    case 'steps': {
      const List = block[0] === 'steps' ? 'ol' : 'ul';
      return (
        <List>
          {block[1].map((sentence, index) => (
            <li key={index}>
              <SentenceView sentence={sentence} onOpen={onOpen} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function SentenceView({ sentence, onOpen }: { sentence: Sentence; onOpen: (page: string) => void }) {
  return sentence.map((piece, index) => (
    <Fragment key={index}>
      <PieceView piece={piece} onOpen={onOpen} />
    </Fragment>
  ));
}

function PieceView({ piece, onOpen }: { piece: Piece; onOpen: (page: string) => void }) {
  if (typeof piece === 'string') return piece;
  if (piece[0] === 'shown') return <strong>{piece[1]}</strong>;
  if (piece[0] === 'key') return <Keys keys={piece[1]} />;
  return (
    <button type="button" className={styles.link} onClick={() => onOpen(piece[1])}>
      {piece[2]}
    </button>
  );
}
