import type { ServerResponse } from 'node:http';

/** The parameters that a browser brings to `redirect_to`. */
export interface Carried {
  /** In the query: a one-time code, or an error. */
  query?: Record<string, string>;
  /** In the fragment, which no server sees: tokens. */
  fragment?: Record<string, string>;
}

/**
 * Sends a browser on. The target was checked by app.redirect_check.
 * @param status 302, or 303 after a POST
 */
export function redirect(
  res: ServerResponse,
  target: string,
  { query = {}, fragment = {} }: Carried = {},
  status: 302 | 303 = 302,
): void {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (Object.keys(fragment).length > 0) url.hash = new URLSearchParams(fragment).toString();
  res.writeHead(status, { Location: url.href, 'Cache-Control': 'no-store', 'Content-Length': 0 });
  res.end();
}
