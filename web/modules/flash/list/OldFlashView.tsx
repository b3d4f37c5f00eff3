import { useState } from 'react';
import { viewFlashFile, type FlashHeader } from '#contract/flash/flash.ts';
import { flashText as text } from '#web/texts/flash.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DocumentView } from '#web/ui/documents/DocumentView.tsx';
import { call } from '#web/wire/call.ts';
import { userMessage } from '#web/wire/problems.ts';

interface OldFlashViewProps {
  audit: FlashHeader;
  onDownload: () => void;
  onClose: () => void;
}

/** The file of an audit that was made on paper. */
export function OldFlashView({ audit: { srno, filename }, onDownload, onClose }: OldFlashViewProps) {
  const [title, setTitle] = useState(filename);
  return (
    <Dialog opened onClose={onClose} title={title} width="lg">
      <DocumentView
        document={{ srno, filename }}
        owner="old-flash"
        height="max(320px, calc(100dvh - 220px))"
        load={async (page, signal) => {
          const document = { doctype: 'OLDFLASH', srno, filename, page } as const;
          const { reply } = await call(viewFlashFile, { document }, { signal });
          setTitle(text.fileTitle(reply.description, reply.filename));
          return reply;
        }}
        say={userMessage}
        onDownload={onDownload}
        onClose={onClose}
      />
    </Dialog>
  );
}
