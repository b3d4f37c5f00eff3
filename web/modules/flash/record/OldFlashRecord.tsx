import { IconDownload } from '@tabler/icons-react';
import { downloadFlashFile, viewFlashFile, type FlashHeader } from '#contract/flash/flash.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';
import { RecordHeader } from '#web/patterns/record/RecordHeader.tsx';
import { flashText } from '#web/texts/flash.ts';
import { uiText } from '#web/texts/ui.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { kindOf } from '#web/ui/documentKind.ts';
import { DocumentView } from '#web/ui/documents/DocumentView.tsx';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { userMessage } from '#web/wire/problems.ts';
import { FlashBadge } from '../statusBadge.tsx';
import { factsOf } from './facts.ts';

/** An audit that was made on paper: its head and its file. */
export function OldFlashRecord({ header, onBack }: { header: FlashHeader; onBack: () => void }) {
  const { srno, filename, branchName, date, status } = header;
  const [modal, showProblem] = useProblem();
  const document = { doctype: 'OLDFLASH', srno, filename } as const;
  const take = () => download(downloadFlashFile, { document }).catch(showProblem);
  return (
    <>
      <RecordHeader
        back={{ label: flashText.record.back, onBack }}
        title={flashText.record.title(branchName, date)}
        badge={<FlashBadge status={status} />}
        facts={factsOf(header)}
        actions={
          <ActionButton variant="default" leftSection={<IconDownload size={16} aria-hidden />} onPress={take}>
            {uiText.common.download}
          </ActionButton>
        }
      />
      {kindOf(filename) === 'other' ? null : (
        <DocumentView
          document={{ srno, filename }}
          owner="old-flash"
          height="max(320px, calc(100dvh - 260px))"
          load={async (page, signal) =>
            (await call(viewFlashFile, { document: { ...document, page } }, { signal })).reply
          }
          say={userMessage}
          onDownload={() => void take()}
          onClose={onBack}
        />
      )}
      {modal}
    </>
  );
}
