import { useEffect, useRef, useState } from 'react';
import { requestFormText } from '#web/texts/requests.ts';
import styles from './Form.module.css';
import type { RequestForm } from './form.ts';

/** The choice is stored on this machine and can be withdrawn at any time. */
const STORE = 'bureau.sendsLocation';
const PLACES = 6;
const WAIT_MS = 10_000;
const words = requestFormText.location;

const isChosen = () => localStorage.getItem(STORE) === 'yes';

/** The location of the request. The browser is not asked for it before the user has chosen to add it. */
export function Location({ form }: { form: RequestForm }) {
  const { draft, isReadOnly } = form;
  const [isOn, setOn] = useState(isChosen);
  const [isWithout, setWithout] = useState(false);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  const isKnown = draft.latitude !== '';
  useEffect(() => {
    if (!isOn || isKnown || isReadOnly || !('geolocation' in navigator)) return;
    let isGone = false;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (isGone) return;
        latest.current.change({
          latitude: coords.latitude.toFixed(PLACES),
          longitude: coords.longitude.toFixed(PLACES),
        });
      },
      () => {
        if (!isGone) setWithout(true);
      },
      { timeout: WAIT_MS, maximumAge: WAIT_MS },
    );
    return () => {
      isGone = true;
    };
  }, [isOn, isKnown, isReadOnly]);

  function choose(on: boolean): void {
    localStorage.setItem(STORE, on ? 'yes' : 'no');
    setOn(on);
    setWithout(false);
    if (!on) form.change({ latitude: '', longitude: '' });
  }

  if (isReadOnly) return null;
  // A stored location may have been added on another machine.
  const goesAlong = isOn || isKnown;
  const told = isKnown ? words.added : !isOn ? words.why : isWithout ? words.none : words.asking;
  return (
    <p className={styles.location} role="status">
      {told}{' '}
      <button type="button" className={styles.quietLink} onClick={() => choose(!goesAlong)}>
        {goesAlong ? words.stop : words.add}
      </button>
    </p>
  );
}
