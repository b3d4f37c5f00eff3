import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { OpenFailed } from '#web/patterns/OpenFailed.tsx';
import { flashText } from '#web/texts/flash.ts';
import { isNotThere } from '#web/wire/problems.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { flashHeaderQuery } from '../flashQueries.ts';
import type { FlashAddress } from '../useFlashAddress.ts';
import { FlashRecord } from './FlashRecord.tsx';
import { OldFlashRecord } from './OldFlashRecord.tsx';

const text = flashText.record;
const FlashReport = lazyPart(() => import('./FlashReport.tsx'), 'FlashReport');

interface FlashViewProps {
  srno: number;
  address: FlashAddress;
  mayAdd: boolean;
}

/** One flash audit, once it is fetched: its record, its report, or the file of an old one. */
export function FlashView({ srno, address, mayAdd }: FlashViewProps) {
  const { data, error, refetch } = useQuery(flashHeaderQuery(srno));
  // An audit that is no longer in the user's scope is not shown any more.
  if (data === undefined || isNotThere(error))
    return (
      <>
        {error === null ? <div aria-busy /> : null}
        <OpenFailed
          title={text.failed}
          error={error}
          onRetry={() => void refetch()}
          back={text.back}
          onBack={address.close}
        />
      </>
    );
  if (data.type === 'O') return <OldFlashRecord header={data} onBack={address.close} />;
  if (address.isReport)
    return (
      <Suspense fallback={<div aria-busy />}>
        <FlashReport srno={srno} onBack={() => address.showReport(false)} />
      </Suspense>
    );
  return <FlashRecord header={data} address={address} mayAdd={mayAdd} />;
}
