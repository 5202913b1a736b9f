/** Characters that browsers pass over in a URL, or take for others. */
const invisible = /[\s\\\p{Cc}]/u;

/** Says why people must not be redirected to a URL; undefined if they may. */
export function targetFault(text: string): string | undefined {
  const url = invisible.test(text) ? null : URL.parse(text);
  if (!url) return 'must be a whole URL, such as https://example.com/page';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http or https';
  if (url.username !== '' || url.password !== '') return 'must not hold a name or a password';
  return undefined;
}

/** Whether the path of a URL is that of a short URL, however it is written: /s/sale, //s/sale, /%73/sale. */
export function isShortPath({ pathname }: URL): boolean {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Not text: it is compared as it stands.
  }
  return /^\/+s(\/|$)/i.test(path);
}

/** Whether a host is that of BASE_URL or below it. */
export function isOwnHost(baseUrl: string, { hostname }: URL): boolean {
  const own = new URL(baseUrl).hostname;
  return hostname === own || hostname.endsWith(`.${own}`);
}

/**
 * A URL with the parameters `utm_<name>` added that it does not have. Nothing else of it changes: neither where it leads
 * to nor how its own parameters are written.
 */
export function withUtm(target: string, utm: Record<string, string | null>): string {
  const url = new URL(target);
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(utm))
    if (value && !url.searchParams.has(`utm_${name}`)) added.set(`utm_${name}`, value);
  if (added.size > 0) url.search += `${url.search ? '&' : '?'}${added}`;
  return url.href;
}
