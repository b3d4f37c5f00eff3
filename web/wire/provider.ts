/** The name of the identity provider by which staff can sign in; empty if there is none. The server writes it into the page. */
export function providerName(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content ?? '';
  // The development server does not fill in the page.
  return name.startsWith('__') ? '' : name;
}
