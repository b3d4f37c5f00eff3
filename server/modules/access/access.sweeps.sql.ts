import { sweepRows, type Sweep } from '#server/platform/retention/sweep.ts';

/** What the module keeps of sign-ins, each by its own rule. A device or an address that is swept is new again. */
export const accessSweeps: readonly Sweep[] = [
  sweepRows({ subject: 'sessions', table: 'access.session', at: 'expires_at' }),
  sweepRows({ subject: 'password_links', table: 'access.password_reset', at: 'expires_at' }),
  sweepRows({ subject: 'email_changes', table: 'access.email_change', at: 'changed_at' }),
  sweepRows({ subject: 'sign_in_attempts', table: 'access.throttle', at: 'window_ends_at' }),
  sweepRows({ subject: 'known_addresses', table: 'access.known_address', at: 'signed_in_at' }),
  sweepRows({ subject: 'known_devices', table: 'access.known_device', at: 'signed_in_at' }),
  sweepRows({ subject: 'provider_tickets', table: 'access.provider_sign_in', at: 'made_at' }),
];
