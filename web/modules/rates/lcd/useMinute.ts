import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS);

/** The current minute, counted since 1970; updated within a second after it begins. */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
