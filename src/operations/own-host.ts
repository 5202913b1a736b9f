import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The host that a request was sent to, as this installation sees it. */
export type NamedHost =
  /** That of BASE_URL, or one by which only this network knows the server. */
  | { kind: 'own' }
  /** `<slug>.<host of BASE_URL>` */
  | { kind: 'slug'; slug: string }
  /** One that could be a tenant's. */
  | { kind: 'domain'; domain: string };

const own: NamedHost = { kind: 'own' };
/** A host as it is compared: without port and the dot of the root, in lower case. */
export const bareHost = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/**
 * The host of a request: that of its Host header. X-Forwarded-Host, which any client could send, is not looked
 * at: a proxy must pass Host on.
 */
export function namedHost(baseUrl: string, req: IncomingMessage): NamedHost {
  const { host: said = '' } = req.headers;
  if (said !== last.said || baseUrl !== last.baseUrl)
    last = { said, baseUrl, named: nameOf(bareHost(said), ownHost(baseUrl)) };
  return last.named;
}

/** The one that was asked last: most requests of a server name the same host. */
let last: { said: string; baseUrl: string; named: NamedHost } = {
  said: '',
  baseUrl: '',
  named: own,
};

export function nameOf(host: string, ownName: string): NamedHost {
  if (host === ownName) return own;
  if (host.endsWith(`.${ownName}`))
    return { kind: 'slug', slug: host.slice(0, -ownName.length - 1) };
  return host.includes('.') && !isIP(host) && !host.includes(':')
    ? { kind: 'domain', domain: host }
    : own;
}

const hosts = new Map<string, string>();

/** The host of BASE_URL, without its port. */
export function ownHost(baseUrl: string): string {
  const known = hosts.get(baseUrl);
  if (known !== undefined) return known;
  const host = bareHost(new URL(baseUrl).host);
  hosts.set(baseUrl, host);
  return host;
}
