import { useEffect, useState } from 'react';

/** A URL for bytes in memory, revoked when they are no longer shown. */
export function useSourceUrl(source: Blob | string | undefined): string | undefined {
  const [blobUrl, setBlobUrl] = useState<string>();
  useEffect(() => {
    if (source === undefined || typeof source === 'string') return;
    const url = URL.createObjectURL(source);
    // oxlint-disable-next-line react/set-state-in-effect -- the address must be made and given back in pairs
    setBlobUrl(url);
    return () => URL.revokeObjectURL(url);
  }, [source]);
  return source === undefined || typeof source === 'string' ? source : blobUrl;
}
