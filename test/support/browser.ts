import { createClient } from './api.ts';
import type { TestServer } from './server.ts';

let count = 0;

interface Page {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * As much of a browser as a redirect needs: cookies by host and path, and going where Location says. Answers of
 * Insula's own server are checked against OpenAPI.
 */
export class Browser {
  private readonly server: TestServer;
  private readonly jar = new Map<string, { value: string; path: string }>();
  /** An address of its own, where the server trusts its proxy. */
  private readonly address: string;
  /** The addresses that it was sent to. */
  readonly visited: string[] = [];

  constructor(server: TestServer) {
    this.server = server;
    count++;
    this.address = `198.18.${count >> 8}.${count & 255}`;
  }

  /** One request, redirects not followed. */
  async open(address: string, form?: Record<string, string>): Promise<Page> {
    const url = new URL(address);
    this.visited.push(url.href);
    const headers = {
      cookie: this.cookiesFor(url),
      'x-forwarded-for': this.address,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    };
    const init = {
      method: form ? 'POST' : 'GET',
      headers,
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    };
    const page = await (url.origin === this.server.url
      ? this.openOurs(url, init)
      : this.openTheirs(url, init));
    for (const cookie of page.headers.getSetCookie()) this.keep(url, cookie);
    return page;
  }

  /** Goes on and on, until it would leave for the application (or has nowhere to go). @returns that address */
  async follow(address: string, application: string): Promise<URL> {
    for (let next = address; ; ) {
      const page = await this.open(next);
      const location = page.headers.get('location');
      if (!location) throw new Error(`${next} answers ${page.status}: ${page.text}`);
      const url = new URL(location, next);
      if (url.href.startsWith(application)) return url;
      next = url.href;
    }
  }

  private async openOurs(url: URL, init: { method: string }): Promise<Page> {
    const client = createClient(this.server);
    const { status, headers, body } = await client.send(
      init.method,
      url.pathname + url.search,
      init,
    );
    return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
  }

  private async openTheirs(url: URL, init: object): Promise<Page> {
    const answer = await fetch(url, { ...init, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  private cookiesFor(url: URL): string {
    return [...this.jar]
      .filter(([key, { path }]) => key.startsWith(`${url.host} `) && url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.slice(url.host.length + 1)}=${value}`)
      .join('; ');
  }

  private keep(url: URL, cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(/;\s*/);
    const at = pair.indexOf('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const key = `${url.host} ${pair.slice(0, at)}`;
    const isOver = attributes.some((one) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
    if (isOver) this.jar.delete(key);
    else this.jar.set(key, { value: pair.slice(at + 1), path });
  }
}
