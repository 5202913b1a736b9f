import { z } from 'zod';
import { at, integrationSecrets } from '../../../credentials/places.ts';
import { type OutboundAnswer, OutboundError } from '../../../outbound/safe-fetch.ts';
import { authHeaders, httpAuth, httpUrl } from './http-auth.ts';
import { type Cursor, type Provider, recordPath } from './provider.ts';
import { faultsOf, fetchPatiently, foreignOf, requireGood } from './read.ts';

const maxBytes = 16 * 1024 * 1024;
const timeoutMs = 30_000;
/** A source that always has another page is left there; the next sync continues. */
const maxPages = 1000;
const parameter = z.string().min(1).max(100);

const config = z.object({
  url: httpUrl,
  records: recordPath.optional().meta({
    description: 'The path of the array of records in the response; default: the response itself',
  }),
  paging: z
    .discriminatedUnion('style', [
      z.object({ style: z.literal('cursor'), param: parameter, path: recordPath }),
      z.object({
        style: z.literal('page'),
        param: parameter,
        start: z.number().int().min(0).max(1).optional(),
      }),
      z.object({ style: z.literal('link') }),
      z.object({ style: z.literal('next_url'), path: recordPath }),
    ])
    .optional()
    .meta({
      description:
        'cursor: the value at `path` goes into `param`; page: 1, 2, 3 … until a page is empty; link: the header Link with rel="next"; next_url: the URL at `path`',
    }),
  incremental: z.object({ param: parameter, path: recordPath }).optional().meta({
    description: 'Request only new records: the greatest value at `path` goes into `param`',
  }),
  auth: httpAuth.optional(),
  push: z
    .object({ url: httpUrl, method: z.enum(['POST', 'PUT', 'PATCH']).optional() })
    .optional()
    .meta({ description: 'Where changes are sent: {changes: [{id, operation, record}]}' }),
});
type HttpJson = z.infer<typeof config>;

/** JSON over HTTP, page by page. */
export const httpJson: Provider<HttpJson> = {
  name: 'http_json',
  description: 'Records of an HTTP API that answers JSON',
  config,
  ...integrationSecrets.http_json,
  directions: ({ push }) => (push ? ['inbound', 'outbound', 'bidirectional'] : ['inbound']),
  async check({ url, auth, push }, outbound) {
    await outbound.requireTarget(url, 'config_json.url');
    if (auth?.type === 'oauth2')
      await outbound.requireTarget(auth.token_url, 'config_json.auth.token_url');
    if (push) await outbound.requireTarget(push.url, 'config_json.push.url');
  },
  async *pull(given, context, cursor) {
    const { url, paging, incremental, records: path } = given;
    const headers = { accept: 'application/json', ...(await authHeaders(given.auth, context)) };
    let state = cursor;
    const read = new Set<string>();
    let before: Buffer | undefined;
    for (let pages = 0; ; pages++) {
      if (pages >= maxPages)
        throw new OutboundError(
          `${new URL(url).host} has more than ${maxPages} pages. The next sync continues there.`,
        );
      const address = addressOf(given, state);
      const answer = await fetchPatiently(context, address, { headers, maxBytes, timeoutMs });
      const foreign = await foreignOf(answer, address, context);
      const body = foreign.value;
      const records = path === undefined ? body : at(body, path);
      if (!Array.isArray(records))
        throw new OutboundError(
          `${new URL(url).host} answered no array of records${path === undefined ? '. Set records to where it stands' : ` at ${path}`}.`,
        );
      const seen = incremental ? greatest(records, incremental.path, state.seen) : undefined;
      const next = paging ? following(paging, state, address, answer, body, records.length) : null;
      const known = { ...pick(state, 'since'), ...(seen === undefined ? {} : { seen }) };
      // A source that does not mind the number of the page answers the same for each.
      const isSame = paging?.style === 'page' && records.length > 0 && before?.equals(answer.body);
      before = answer.body;
      read.add(address);
      const after = next === null ? sinceOf(known) : { ...known, next };
      const isCircle = isSame || (next !== null && read.has(addressOf(given, after)));
      state = isCircle ? pick(state, 'since') : after;
      const faults = faultsOf(records, foreign, path);
      yield { records: isSame ? [] : records, faults, next: state };
      if (isCircle)
        throw new OutboundError(
          `${new URL(url).host} leads in a circle: after ${pages + 1} ${pages === 0 ? 'page' : 'pages'} the same page comes again. The next sync begins at the beginning.`,
        );
      if (next === null) return;
    }
  },
  async push({ push, auth }, context, changes) {
    if (!push) throw new OutboundError('There is no push.url to send changes to.');
    const { status } = await fetchPatiently(context, push.url, {
      method: push.method ?? 'POST',
      headers: { 'content-type': 'application/json', ...(await authHeaders(auth, context)) },
      body: JSON.stringify({
        changes: changes.map(({ id, operation, record }) => ({ id, operation, record })),
      }),
      timeoutMs,
      isBeginningEnough: true,
    });
    requireGood(status, push.url);
  },
};

const pick = (state: Cursor, name: string): Cursor =>
  state[name] === undefined ? {} : { [name]: state[name] };

/** At the end of a sync the greatest value that was seen is where the next one begins. */
const sinceOf = ({ since, seen }: Cursor): Cursor => {
  const last = seen ?? since;
  return last === undefined ? {} : { since: last };
};

function addressOf({ url, paging, incremental }: HttpJson, state: Cursor): string {
  const next = state.next;
  if (paging?.style === 'link' || paging?.style === 'next_url')
    if (typeof next === 'string') return next;
  const address = new URL(url);
  if (incremental && state.since !== undefined)
    address.searchParams.set(incremental.param, String(state.since));
  if (paging?.style === 'cursor' && next !== undefined)
    address.searchParams.set(paging.param, String(next));
  if (paging?.style === 'page')
    address.searchParams.set(paging.param, String(next ?? paging.start ?? 1));
  return address.href;
}

/** The start of the next page: a cursor, a number or a URL; null at the end. */
function following(
  paging: NonNullable<HttpJson['paging']>,
  state: Cursor,
  address: string,
  answer: OutboundAnswer,
  body: unknown,
  count: number,
): string | number | null {
  switch (paging.style) {
    case 'page':
      return count === 0 ? null : Number(state.next ?? paging.start ?? 1) + 1;
    case 'cursor': {
      const next = at(body, paging.path);
      const isOne = (typeof next === 'string' && next !== '') || typeof next === 'number';
      return isOne ? (next as string | number) : null;
    }
    case 'link':
      return sameOrigin(
        /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(answer.headers.link ?? '')?.[1],
        address,
      );
    case 'next_url':
      return sameOrigin(at(body, paging.path), address);
  }
}

/** Credentials never follow to another server, whatever the answer. */
function sameOrigin(next: unknown, address: string): string | null {
  if (typeof next !== 'string' || next === '') return null;
  const { host, origin } = new URL(address);
  if (!URL.canParse(next, address) || new URL(next, address).origin !== origin)
    throw new OutboundError(`${host} names a next page on another server, which is not followed.`);
  return new URL(next, address).href;
}

function greatest(records: unknown[], path: string, seen: unknown): unknown {
  let most = seen;
  for (const record of records) {
    const value = at(record, path);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (most === undefined || (typeof most === typeof value && value > (most as typeof value)))
      most = value;
  }
  return most;
}
