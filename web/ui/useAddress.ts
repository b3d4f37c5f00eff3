import { useSearchParams } from 'react-router';

/** What a screen keeps in its address, so that it survives a reload and Back takes it back. */
export function useAddress() {
  const [params, setParams] = useSearchParams();

  /**
   * Sets or, with null or nothing, takes away some of it. It starts from what stands in the address now: the router hands
   * out what stood there at the last drawing, so that of two changes between drawings (a filter that arrives late, a
   * row opened meanwhile) the second would undo the first.
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
