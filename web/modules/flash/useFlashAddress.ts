import { readSerial, useAddress } from '#web/ui/useAddress.ts';

/** The parts of a flash audit, in their specified order. */
export const FLASH_TABS = ['currency', 'transactions'] as const;
export type FlashTab = (typeof FLASH_TABS)[number];

/** The names in the address beside the filters of the list. */
export const FLASH_NAMES = ['srno', 'tab', 'view', 'count'] as const;
const CLOSED = { srno: null, tab: null, view: null, count: null } as const;

/**
 * The open flash audit, its tab, its view and the currency that is counted are in the address: they survive a reload and
 * can be shared, and Back closes them.
 */
export function useFlashAddress() {
  const { params, change } = useAddress();
  const view = params.get('view');
  const written = params.get('tab');
  const counted = params.get('count');
  return {
    srno: readSerial(params.get('srno')),
    tab: FLASH_TABS.find((tab) => tab === written) ?? FLASH_TABS[0],
    /** The code of the currency that is counted. */
    counted,
    isNew: view === 'new',
    isReport: view === 'report',
    open: (srno: number) => change({ ...CLOSED, srno: String(srno) }, { replace: false }),
    openReport: (srno: number) =>
      change({ ...CLOSED, srno: String(srno), view: 'report' }, { replace: false }),
    showReport: (isShown: boolean) => change({ view: isShown ? 'report' : null }, { replace: false }),
    startNew: () => change({ ...CLOSED, view: 'new' }, { replace: false }),
    setTab: (tab: FlashTab) =>
      change({ tab: tab === FLASH_TABS[0] ? null : tab, count: null }, { replace: true }),
    /** Going from one currency to the next replaces the address, so that Back leaves the count. */
    count: (isd: string | null) => change({ count: isd }, { replace: counted !== null }),
    close: () => change(CLOSED, { replace: false }),
  };
}

export type FlashAddress = ReturnType<typeof useFlashAddress>;
