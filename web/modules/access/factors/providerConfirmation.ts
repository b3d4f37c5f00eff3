const CONFIRM_FROM = 'bureau.confirm-from';

/** The address at which the identity provider asks a signed-in user again. It leads back to Sign-in Security. */
export const CONFIRM_AT_PROVIDER = '/sso/confirm';

/** Remembers in this tab where the user was asked, before the page is left. */
export const rememberPlace = (): void =>
  sessionStorage.setItem(CONFIRM_FROM, `${location.pathname}${location.search}`);

/** Where the user was asked, once; null if that is not known. */
export function takePlace(): string | null {
  const place = sessionStorage.getItem(CONFIRM_FROM);
  sessionStorage.removeItem(CONFIRM_FROM);
  return place;
}
