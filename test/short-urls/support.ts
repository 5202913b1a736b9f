import { request } from 'node:http';
import type { Client, TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import type { TestServer } from '../support/server.ts';

export const url = 'https://example.com/catalogue?page=2';

/** A short URL as the API answers it. */
export async function create(api: Client, body: object = { url }) {
  const answer = await api.post('/v1/short-urls', body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

export const find = async (api: Client, id: string) =>
  (await api.get(`/v1/short-urls/${id}`)).body.data;

export const browser = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Follows a short URL as a stranger does. */
export const visit = (api: Client, slug: string, headers: Record<string, string> = {}) =>
  api.as(undefined).get(`/s/${slug}`, undefined, headers);

/** Rolls up what was clicked, as the worker does, and says in how many parts. */
export async function rollUp(server: TestServer, { tenant }: TenantClient): Promise<number> {
  for (let parts = 0; ; parts += 1) {
    const { rows } = await asWorker(server, `select worker.short_urls_roll_up($1, $2, 1) as done`, [
      tenant.id,
      'roll_up',
    ]);
    if (rows[0].done) return parts;
  }
}

/** A call at a host of its own, which fetch does not send: its status, and where it leads. */
export function atHost(server: { url: string }, host: string, path: string) {
  const { hostname, port } = new URL(server.url);
  return new Promise<[status?: number, location?: string]>((resolve, reject) => {
    request({ hostname, port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.location]);
    })
      .on('error', reject)
      .end();
  });
}
