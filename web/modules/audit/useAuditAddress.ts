import { readSerial, useAddress } from '#web/ui/useAddress.ts';

/** The parts of an audit, in their specified order. */
export const AUDIT_TABS = [
  'rbi',
  'operational',
  'documents',
  'transactions',
  'summary',
  'masters',
  'count',
  'mis',
] as const;
export type AuditTab = (typeof AUDIT_TABS)[number];

/** The names in the address beside the filters of the list. */
export const AUDIT_NAMES = ['srno', 'tab', 'view'] as const;
const CLOSED = { srno: null, tab: null, view: null } as const;

/** The open audit, its tab and its view are in the address: they survive a reload, can be shared, and Back closes them. */
export function useAuditAddress() {
  const { params, change } = useAddress();
  const view = params.get('view');
  const written = params.get('tab');
  return {
    srno: readSerial(params.get('srno')),
    tab: AUDIT_TABS.find((tab) => tab === written) ?? AUDIT_TABS[0],
    isNew: view === 'new',
    isReport: view === 'report',
    open: (srno: number, { replace = false } = {}) => change({ ...CLOSED, srno: String(srno) }, { replace }),
    openReport: (srno: number) =>
      change({ ...CLOSED, srno: String(srno), view: 'report' }, { replace: false }),
    showReport: (isShown: boolean) => change({ view: isShown ? 'report' : null }, { replace: false }),
    startNew: () => change({ ...CLOSED, view: 'new' }, { replace: false }),
    setTab: (tab: AuditTab) => change({ tab: tab === AUDIT_TABS[0] ? null : tab }, { replace: true }),
    close: () => change(CLOSED, { replace: false }),
  };
}

export type AuditAddress = ReturnType<typeof useAuditAddress>;
