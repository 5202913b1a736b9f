import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { EncryptionKeys } from '../../ground/config/keys.ts';

/** The stored data of a click. */
export interface Visit {
  /** The host that the visitor came from. */
  referrer: string | null;
  /** Two letters (ISO 3166-1). */
  country: string | null;
  browser: string;
  /** 12 bytes in hex: see `visitorOf`. */
  visitor: string;
  /** The same by the other keys, while ENCRYPTION_KEY is replaced: a visitor who is known by one of them is not new. */
  also?: string[];
}

/** The data of a request about its visitor. */
export interface Visitor {
  headers: IncomingHttpHeaders;
  /** The other end of the connection: the visitor, or a proxy. */
  peer: string;
  /** The visitor's, which a trusted proxy has told. */
  ip: string;
  userAgent: string | undefined;
}

/** Browsers by a word of their User-Agent; the first that fits, for most name others as well. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/bot\b|bot\/|crawl|spider|preview|facebookexternalhit|slurp/i, 'Bot'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** The family of a browser, `Bot` for programs that declare it, `other` for all else. */
export const browserOf = (userAgent = ''): string =>
  browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';

/** The host in a Referer header; null for none, or for one without a host. */
export function referrerOf(header: string | undefined): string | null {
  const url = header === undefined ? null : URL.parse(header);
  const host = url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : '';
  return host === '' || host.length > 253 ? null : host;
}

/** Set by proxies that know where an address is: Cloudflare, CloudFront. */
const countryHeaders = ['cf-ipcountry', 'cloudfront-viewer-country'];
/** Cloudflare's words for "not known" and for Tor. */
const noCountries = ['XX', 'T1'];

/** The country that a proxy names, if we trust it: then it also gave the address. */
function countryOf({ headers, peer, ip }: Visitor): string | null {
  if (peer.replace(/^::ffff:/, '') === ip) return null;
  const named = countryHeaders.map((name) => headers[name]).find((code) => code !== undefined);
  return typeof named === 'string' && /^[A-Z]{2}$/.test(named) && !noCountries.includes(named)
    ? named
    : null;
}

/**
 * Distinguishes the visitors of one day: a MAC of address and browser under a key of the tenant and the day. The same
 * visitor has another one tomorrow, and neither address nor browser can be read from it.
 */
function visitorOf({ ip, userAgent = '' }: Visitor, tenant: string, encryptionKey: Buffer): string {
  const info = `short url visitors ${new Date().toISOString().slice(0, 10)}`;
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, tenant, info, 32));
  const said = JSON.stringify([ip, userAgent]);
  return createHmac('sha256', key).update(said).digest('hex').slice(0, 24);
}

/** The stored data of a visitor: never the address itself. */
export function visitOf(visitor: Visitor, tenant: string, [key, ...others]: EncryptionKeys): Visit {
  const also = others.map((other) => visitorOf(visitor, tenant, other));
  return {
    referrer: referrerOf(visitor.headers.referer),
    country: countryOf(visitor),
    browser: browserOf(visitor.userAgent),
    visitor: visitorOf(visitor, tenant, key),
    ...(also.length > 0 ? { also } : {}),
  };
}
