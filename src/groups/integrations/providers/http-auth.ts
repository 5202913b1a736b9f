import { z } from 'zod';
import { at } from '../../../credentials/places.ts';
import { headerName, isForbidden } from '../../../outbound/headers.ts';
import { OutboundError } from '../../../outbound/safe-fetch.ts';
import type { ProviderContext } from './provider.ts';
import { fetchPatiently, foreignOf } from './read.ts';

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

/** The headers that authenticate a request; for OAuth 2 with a token that is asked for first (RFC 6749, 4.4). */
export async function authHeaders(
  auth: HttpAuth | undefined,
  context: ProviderContext,
): Promise<Record<string, string>> {
  if (!auth) return {};
  if (auth.type === 'header') return { [auth.name.toLowerCase()]: auth.value };
  if (auth.type === 'basic') return { authorization: basic(auth.username, auth.password) };
  const answer = await fetchPatiently(context, auth.token_url, {
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
  const token = at((await foreignOf(answer, auth.token_url, context)).value, 'access_token');
  if (typeof token !== 'string' || !/^[!-~]{1,8000}$/.test(token))
    throw new OutboundError(`${new URL(auth.token_url).host} answered without an access_token.`);
  return { authorization: `Bearer ${token}` };
}

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
