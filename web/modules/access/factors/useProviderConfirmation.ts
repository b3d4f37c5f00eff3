import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmProvider } from '#contract/access/factors.ts';
import { refusalText } from '#domain/access/provider.ts';
import { call } from '#web/wire/call.ts';
import { takePlace } from './providerConfirmation.ts';
import { useProblem } from '#web/patterns/problem/useProblem.tsx';

const IN_HASH = /^#confirm(?:=([a-z]+))?$/;

/**
 * Ends a confirmation that comes back from the identity provider, and goes on where the user was asked for it. Returns
 * `[modal, isConfirmed]`.
 */
export function useProviderConfirmation() {
  const navigate = useNavigate();
  const [isConfirmed, setConfirmed] = useState(false);
  const [modal, showProblem, show] = useProblem();

  useEffect(() => {
    const found = IN_HASH.exec(location.hash);
    if (found === null) return;
    // A reload does not repeat what is done here.
    history.replaceState(history.state, '', location.pathname);
    const place = takePlace();
    const finish = async () => {
      const { reply } = await call(confirmProvider, {}, { withCookies: true });
      if (!reply.done) show(reply.msg);
      else if (place === null || place === location.pathname) setConfirmed(true);
      else await navigate(place, { replace: true });
    };
    const reason = found[1];
    if (reason === undefined) finish().catch(showProblem);
    else show(refusalText(reason));
    // This runs once, when the page opens.
  }, [navigate, show, showProblem]);

  return [modal, isConfirmed] as const;
}
