import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';

/** Says where a request comes from: the address of the socket, or what trusted proxies say of it in X-Forwarded-For. */
export function callerAddress(trustedProxies: string[]): (req: IncomingMessage) => string {
  const isProxy = proxyaddr.compile(trustedProxies);
  const isTrusted = (address: string, hop: number) => isProxy(withoutPort(address), hop);
  return (req) =>
    trustedProxies.length === 0 || req.headers['x-forwarded-for'] === undefined
      ? (req.socket.remoteAddress ?? '')
      : withoutPort(proxyaddr(req, isTrusted) ?? '');
}

/** Tells whether a request comes straight from a trusted proxy. */
export function trustedSocket(trustedProxies: string[]): (req: IncomingMessage) => boolean {
  const isProxy = proxyaddr.compile(trustedProxies);
  return (req) => trustedProxies.length > 0 && isProxy(req.socket.remoteAddress ?? '', 0);
}

/** Some proxies (of Azure, IIS) pass on `192.0.2.1:51234` or `[2001:db8::1]:51234`. */
const withoutPort = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](:\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1');
