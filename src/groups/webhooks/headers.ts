import { headerValue, isForbidden, textOfHeader } from '../../outbound/headers.ts';

/** Those that a delivery sets itself, and those that would name another sender. */
const reserved =
  /^(webhook-.*|x-event-type|x-webhook-.*|content-.*|user-agent|date|accept-encoding|forwarded|x-forwarded-.*|via)$/i;
const name = /^[a-z0-9][a-z0-9_-]{0,99}$/i;
/** Characters that a header line can hold: no line ends, so no second header. */
const value = /^(••••)?[\t\x20-\x7e]{0,4000}$/;
const maxHeaders = 20;

/** Names the invalid header of a webhook; undefined if all are valid. */
export function headerFault(
  headers: Record<string, unknown>,
): { name?: string; message: string } | undefined {
  const names = Object.keys(headers);
  if (names.length > maxHeaders) return { message: `must have at most ${maxHeaders} headers` };
  const seen = new Set<string>();
  for (const one of names) {
    if (!name.test(one)) return { name: one, message: 'is not a valid header name' };
    if (isForbidden(one) || reserved.test(one))
      return { name: one, message: 'is set by Insula, or reserved by HTTP' };
    if (seen.has(one.toLowerCase())) return { name: one, message: 'is given twice' };
    const given = headerValue.safeParse(headers[one]);
    if (!given.success || !value.test(textOfHeader(given.data)))
      return { name: one, message: 'must be one line of at most 4000 ASCII characters' };
    seen.add(one.toLowerCase());
  }
  return undefined;
}
