import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Data, good } from '../support/answers.ts';
import type { Client } from '../support/api.ts';

export const path = '/v1/integrations';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answered {
  status?: number;
  headers?: Record<string, string | undefined>;
  /** A text or bytes are sent as they are, anything else as JSON. */
  body?: unknown;
}

export interface Source {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** Another system on loopback, that answers as `answer` says. */
export async function startSource(
  answer: (asked: Asked) => Answered | Promise<Answered>,
): Promise<Source> {
  const asked: Asked[] = [];
  const server = createServer(async (req, res) => {
    const body = (await req.toArray()).map(String).join('');
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const one = { method: req.method ?? '', url, headers: req.headers, body };
    asked.push(one);
    const { status = 200, headers = {}, body: sent = {} } = await answer(one);
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    const isRaw = typeof sent === 'string' || Buffer.isBuffer(sent);
    res.end(isRaw ? sent : JSON.stringify(sent));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A type whose `code` is indexed and unique: what records are matched on. */
export async function defineThings(api: Client): Promise<void> {
  await good(api.post('/v1/object-types', { name: 'things' }));
  const properties = '/v1/object-types/things/properties';
  const code = { name: 'code', data_type: 'string', is_indexed: true, is_unique: true };
  await good(api.post(properties, code));
  await good(api.post(properties, { name: 'amount', data_type: 'number' }));
}

export const create = (api: Client, given: object): Promise<Data> =>
  good(api.post(path, { name: 'Shop', object_type_id: 'things', match_on: 'code', ...given }));

export const sync = (api: Client, id: string): Promise<Data> =>
  good(api.post(`${path}/${id}/sync`));

/** The properties of all things, by code. */
export async function things(api: Client): Promise<Data[]> {
  const { results } = await good(api.post('/v1/objects/things/search', { limit: 100 }));
  return results
    .map(({ properties }: Data) => properties)
    .toSorted((a: Data, b: Data) => String(a.code).localeCompare(String(b.code)));
}

export const logs = async (api: Client, id: string): Promise<Data[]> =>
  (await good(api.get(`${path}/${id}/logs`))).logs;
