import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS);

/** The minute it is, counted since 1970; within a second of its beginning. */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
