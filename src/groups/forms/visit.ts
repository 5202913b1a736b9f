import type { IncomingMessage } from 'node:http';

const longest = 7 * 24 * 3600 * 1000;
const utmName = /^utm_[a-z]{1,20}$/;

/** The host in a URL; null for an invalid one. */
export function hostOf(url: string | null | undefined): string | null {
  const { hostname = '' } = (url ? URL.parse(url) : null) ?? {};
  return hostname === '' || hostname.length > 253 ? null : hostname.replace(/^www\./, '');
}

/** The page that a request comes from; null where the browser does not send one, or an invalid one. */
export function refererOf({ headers }: IncomingMessage): string | null {
  const { referer } = headers;
  return hostOf(referer) === null ? null : String(referer).slice(0, 2000);
}

/** The parameters of a campaign. */
export const utmOf = (query: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries(
    [...query]
      .filter(([name, value]) => utmName.test(name) && value !== '')
      .slice(0, 10)
      .map(([name, value]) => [name, value.slice(0, 200)]),
  );

/** How long it took from a moment, in milliseconds; nothing for what no clock says. */
export function since(started: unknown): { completion_ms?: number } {
  const at = typeof started === 'string' ? Date.parse(started) : Number(started);
  const took = Date.now() - at;
  return started != null && took >= 0 && took <= longest ? { completion_ms: Math.round(took) } : {};
}
