import { useSearchParams } from 'react-router';

/** The state that a screen stores in its address, so that it survives a reload and Back restores it. */
export function useAddress() {
  const [params, setParams] = useSearchParams();

  /**
   * Sets some parameters; null or undefined removes one. It starts from the current address of the window: the router
   * returns the address of the last render, so the second of two changes between renders (a filter that arrives late, a
   * row opened meanwhile) would undo the first.
   */
  function change(
    values: Readonly<Record<string, string | null | undefined>>,
    { replace }: { readonly replace: boolean },
  ): void {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values))
      if (value === null || value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    setParams(next, { replace });
  }

  return { params, change };
}

/** The serial number in a part of the address; null if there is none. */
export const readSerial = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
