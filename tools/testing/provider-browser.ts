import type { World } from './world.ts';

/** A browser as far as a visit to the identity provider needs one: it keeps cookies and follows no redirect by itself. */
export class ProviderBrowser {
  readonly cookies = new Map<string, string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async open(url: string, form?: Record<string, string>) {
    const { hostname, port } = new URL(url);
    const own = [...this.cookies].filter(([key]) => key.startsWith(`${hostname}:${port} `));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const written of response.headers.getSetCookie()) {
      const [pair = ''] = written.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(`${hostname}:${port} ${pair.slice(0, at)}`, pair.slice(at + 1));
    }
    const to = response.headers.get('location');
    return { response, to: to === null ? '' : new URL(to, url).href };
  }

  /** Opens the start address. Returns the address of the provider to which it leads. */
  start = async (at = this.#world.url) => (await this.open(`${at}/sso/start`)).to;

  /** Signs in at the provider. Returns the address to which it leads back. */
  async atProvider(authorization: string, person: string): Promise<string> {
    let { to } = await this.open(authorization);
    for (let hops = 0; hops < 8 && !to.includes('/sso/callback'); hops += 1)
      ({ to } = to.includes('/interaction/')
        ? await this.open(to, { prompt: 'login', login: person, password: 'any' })
        : await this.open(to));
    return to;
  }

  /** Ends a visit at our callback. Returns the part after the # of our page that opens. */
  finish = async (callback: string): Promise<string> => {
    const { response, to } = await this.open(callback);
    if (response.status !== 303 || !to.startsWith(`${this.#world.url}/`))
      throw new Error(`the callback answered ${response.status} and leads to ${to}`);
    return new URL(to).hash;
  };

  /** Makes a call with the cookies that the browser has for this installation. */
  call = (endpoint: string, fields: readonly string[]) => {
    const cookie = [...this.cookies]
      .filter(([key]) => key.startsWith(`127.0.0.1:${new URL(this.#world.url).port} `))
      .map(([key, value]) => `${key.split(' ')[1]}=${value}`);
    return this.#world.post(endpoint, fields, { cookie: cookie.join('; ') });
  };

  /** The call that the page makes after a sign-in at the provider. */
  exchange = () => this.call('login_a.php', ['provider']);

  async signIn(person: string) {
    const hash = await this.finish(await this.atProvider(await this.start(), person));
    return hash === '#signin' ? (await this.exchange()).json : hash;
  }
}
