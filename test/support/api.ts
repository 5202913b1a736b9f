import { Readable } from 'node:stream';
import { contractOf } from './contract.ts';
import { type Exchanged, exchange } from './exchange.ts';
import type { TestServer } from './server.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON: the envelope (or the text, when it is not JSON). */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
  body: any;
}

type Call = (
  path: string,
  body?: unknown,
  headers?: Record<string, string | undefined>,
) => Promise<Answer>;

/** A caller of the API. Each answer is held against /docs/openapi.json before the test sees it. */
export interface Client {
  /** Of the server. */
  url: string;
  /** Undefined for a caller without one. */
  token: string | undefined;
  get: Call;
  post: Call;
  patch: Call;
  put: Call;
  delete: Call;
  /** For what the five above do not offer: another method, a body that is not JSON. */
  send(method: string, path: string, init?: RequestInit): Promise<Answer>;
  /** The same server with another token, or without one. */
  as(token: string | undefined): Client;
}

export interface TenantClient extends Client {
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
  tenant: any;
  /** A key of this tenant with some scopes, and other settings of POST /v1/keys. */
  withKey(scopes: string[], settings?: object): Promise<Client & { token: string; keyId: string }>;
}

/** A caller with any token, or without one. */
export function createClient(server: Pick<TestServer, 'url'>, token?: string): Client {
  const send: Client['send'] = async (method, path, init = {}) => {
    const contract = await contractOf(server.url);
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${token}`);
    const { status, headers: got, body } = await sendTo(server.url + path, method, headers, init);
    const isStream = got.get('content-type')?.startsWith('text/event-stream');
    const text = await textOf(body, isStream ? '\n\n' : undefined);
    const answer = { status, headers: got, text };
    return { status, headers: got, body: contract.check(method, path, answer) };
  };
  const call =
    (method: string): Call =>
    (path, body, headers = {}) =>
      send(method, path, {
        headers: Object.fromEntries(
          Object.entries({
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          }).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  return {
    url: server.url,
    token,
    get: call('GET'),
    post: call('POST'),
    patch: call('PATCH'),
    put: call('PUT'),
    delete: call('DELETE'),
    send,
    as: (other) => createClient(server, other),
  };
}

/** Anything beyond text goes through `fetch`. */
async function sendTo(
  url: string,
  method: string,
  headers: Headers,
  init: RequestInit,
): Promise<Exchanged> {
  const { body, signal } = init;
  if (!signal && (typeof body === 'string' || body === undefined))
    return exchange(url, method, headers, body);
  const response = await fetch(url, { redirect: 'manual', ...init, method, headers });
  const { status, headers: got } = response;
  return { status, headers: got, body: response.body ?? Readable.from([]) };
}

/** All of a body; of one without an end, what comes up to `last`. */
async function textOf(body: AsyncIterable<Uint8Array>, last?: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    if (last !== undefined && text.includes(last)) break;
  }
  return text + decoder.decode();
}

/** The operator, with the platform key. */
export const platformClient = (server: TestServer): Client =>
  createClient(server, server.platformKey);

const made = new WeakMap<object, string[]>();

/** The tenants that `createTenant` has made on servers whose `db` this is. */
export const tenantsMadeWith = (db: object): string[] => made.get(db) ?? [];

/** A new tenant, and a caller that holds its first key (scope `*`). */
export async function createTenant(
  server: TestServer,
  options: { name?: string; plan_tier?: string; slug?: string } = {},
): Promise<TenantClient> {
  const created = await platformClient(server).post('/admin/tenants', {
    name: 'Test tenant',
    ...options,
  });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const { tenant, token } = created.body.data;
  made.set(server.db, [...tenantsMadeWith(server.db), tenant.id]);
  const client = createClient(server, token);
  return {
    ...client,
    token,
    tenant,
    async withKey(scopes, settings = {}) {
      const { body } = await client.post('/v1/keys', { scopes, ...settings });
      if (!body.success) throw new Error(JSON.stringify(body));
      return {
        ...client.as(body.data.token),
        token: body.data.token,
        keyId: body.data.key.id,
      };
    },
  };
}
