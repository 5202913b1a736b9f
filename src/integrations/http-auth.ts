import { z } from 'zod';
import { parseJsonText } from '../http/json-body.ts';
import { withKeepableNumbers } from '../http/json-values.ts';
import { headerName, isForbidden } from '../outbound/headers.ts';
import { type OutboundAnswer, OutboundError } from '../outbound/safe-fetch.ts';
import { at, type ProviderContext } from './provider.ts';

export const httpUrl = z.url({ protocol: /^https?$/ }).max(2000);
const text = z.string().min(1).max(4000);
const secret = text.regex(/^[ -~]+$|^••••/, 'must be printable ASCII');

/** How a server knows who is asking. */
export const httpAuth = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('header'),
    name: z
      .string()
      .regex(headerName, 'must be the name of a header')
      .refine((name) => !isForbidden(name), 'cannot be set'),
    value: secret,
  }),
  z.object({ type: z.literal('basic'), username: text, password: secret }),
  z.object({
    type: z.literal('oauth2'),
    token_url: httpUrl,
    client_id: text,
    client_secret: secret,
    scope: text.optional(),
  }),
]);
type HttpAuth = z.infer<typeof httpAuth>;

export const authSecrets = ['auth.value', 'auth.password', 'auth.client_secret'];

/** The headers that authenticate a request; for OAuth 2 with a token that is asked for first (RFC 6749, 4.4). */
export async function authHeaders(
  auth: HttpAuth | undefined,
  context: ProviderContext,
): Promise<Record<string, string>> {
  if (!auth) return {};
  if (auth.type === 'header') return { [auth.name.toLowerCase()]: auth.value };
  if (auth.type === 'basic') return { authorization: basic(auth.username, auth.password) };
  const answer = await context.outbound.fetch(auth.token_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic(
        encodeURIComponent(auth.client_id),
        encodeURIComponent(auth.client_secret),
      ),
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(auth.scope ? { scope: auth.scope } : {}),
    }).toString(),
  });
  const token = at(jsonOf(answer, auth.token_url), 'access_token');
  if (typeof token !== 'string' || !/^[!-~]{1,8000}$/.test(token))
    throw new OutboundError(`${hostOf(auth.token_url)} answered without an access_token.`);
  return { authorization: `Bearer ${token}` };
}

/** The JSON of a good answer. @throws OutboundError for any other: its body is not repeated, for it may hold anything */
export function jsonOf({ status, body }: OutboundAnswer, url: string): unknown {
  requireGood(status, url);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return parseJsonText(withKeepableNumbers(text), maxValues);
  } catch (cause) {
    throw new OutboundError(
      `${hostOf(url)} answered something that is not valid JSON, or is nested too deeply.`,
      { cause },
    );
  }
}

export function requireGood(status: number, url: string): void {
  if (status >= 200 && status < 300) return;
  const why = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  throw new OutboundError(`${hostOf(url)} answered ${status}.${why}`);
}

const maxValues = 1_000_000;
const hostOf = (url: string) => new URL(url).host;
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
