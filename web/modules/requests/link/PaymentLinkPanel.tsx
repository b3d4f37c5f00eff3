import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconMail, IconQrcode, IconShare } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { paymentLinkState, type PaymentLinkState } from '#contract/payments/payments.ts';
import { formatRupees } from '#domain/numbers.ts';
import { paymentLinkText as text } from '#web/texts/payments.ts';
import { lazyPart } from '#web/ui/lazyPart.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Meaning } from '#web/ui/theme.ts';
import { momentOf } from '#web/ui/when.ts';
import { call } from '#web/wire/call.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';
import styles from './PaymentLinkPanel.module.css';

const QrCode = lazyPart(() => import('#web/ui/QrCode.tsx'), 'QrCode');

const MEANINGS: Readonly<Record<PaymentLinkState['progress'], Meaning>> = {
  none: 'waiting',
  sent: 'waiting',
  opened: 'info',
  paid: 'done',
  expired: 'refused',
  ended: 'refused',
};

/** What became of the payment link of a request, and the ways to give it to the customer besides the mail. */
export function PaymentLinkPanel({ srno }: { srno: number }) {
  const { data: link } = useQuery({
    queryKey: requestKeys.link(srno),
    queryFn: async ({ signal }) => (await call(paymentLinkState, { srno }, { signal })).reply,
  });
  if (link === undefined || link.progress === 'none') return null;
  const times = [
    [text.sentAt, link.sentAt],
    [text.openedAt, link.openedAt],
    [text.paidAt, link.paidAt],
  ] as const;
  return (
    <section className={styles.link} aria-label={text.title}>
      <div className={styles.head}>
        <StatusBadge meaning={MEANINGS[link.progress]}>{text.progress[link.progress]}</StatusBadge>
        <strong>{formatRupees(link.amount)}</strong>
        <span>{link.email}</span>
      </div>
      <p className={styles.times}>
        {times
          .filter(([, at]) => at !== '')
          .map(([label, at]) => `${label} ${momentOf(at)}`)
          .join(' · ')}
      </p>
      {link.url === '' ? null : <Ways link={link} />}
    </section>
  );
}

function Ways({ link: { url, email, amount } }: { link: PaymentLinkState }) {
  const [isCopied, setCopied] = useState(false);
  const [isQrShown, setQrShown] = useState(false);
  const icon = { size: 16, 'aria-hidden': true } as const;
  const words = text.message(formatRupees(amount), url);
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(text.subject)}&body=${encodeURIComponent(words)}`;
  const share = { title: text.subject, text: words };
  const canShare = typeof navigator.share === 'function';
  const button = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <>
      <div className={`${styles.ways} no-print`}>
        <Button
          {...button}
          leftSection={<IconCopy {...icon} />}
          // A page without TLS may not write to the clipboard; the address is shown beside the code.
          onClick={() => void navigator.clipboard?.writeText(url).then(() => setCopied(true))}
        >
          {isCopied ? text.copied : text.copy}
        </Button>
        <Button
          {...button}
          leftSection={<IconQrcode {...icon} />}
          aria-expanded={isQrShown}
          onClick={() => setQrShown(!isQrShown)}
        >
          {isQrShown ? text.hideQr : text.showQr}
        </Button>
        {canShare ? (
          <Button
            {...button}
            leftSection={<IconShare {...icon} />}
            // The user may close the system's dialog, which rejects the promise.
            onClick={() => void navigator.share(share).catch(() => undefined)}
          >
            {text.share}
          </Button>
        ) : null}
        <Button {...button} component="a" href={mail} leftSection={<IconMail {...icon} />}>
          {text.mail}
        </Button>
      </div>
      {isQrShown ? (
        <Suspense fallback={<div className={styles.qrSpace} />}>
          <div className={styles.qr}>
            <QrCode text={url} label={text.qrLabel} />
            <span className={styles.url}>{url}</span>
          </div>
        </Suspense>
      ) : null}
    </>
  );
}
