import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  type Asked,
  create,
  defineThings,
  logs,
  path,
  type Source,
  startSource,
  sync,
  things,
} from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
const secret = 'canary-of-the-shop-7731';
const auth = { type: 'header', name: 'X-Api-Key', value: secret };
let api: TenantClient;
let source: Source;
let other: Source;
let answer: (asked: Asked) => ReturnType<Parameters<typeof startSource>[0]>;
beforeAll(async () => {
  source = await startSource((asked) => answer(asked));
  other = await startSource(() => ({ body: [] }));
  api = await createTenant(server);
  await defineThings(api);
});
afterAll(() => Promise.all([source.close(), other.close()]));

const post = (provider: string, config_json: object, more: object = {}) =>
  api.post(path, { name: 'x', provider, config_json, ...more });
const failing = async (config: object = {}) => {
  const config_json = { url: `${source.url}/in`, auth, ...config };
  const { id } = await create(api, { provider: 'http_json', config_json });
  const { status, error } = await sync(api, id);
  expect(status).toBe('failed');
  return error as string;
};

describe('a config', () => {
  const inside = 'http://169.254.169.254/latest';
  it.each([
    ['http_json', { url: inside }, 'config_json.url'],
    ['http_json', { url: 'http://10.0.0.1/' }, 'config_json.url'],
    ['http_json', { url: 'https://a.example', push: { url: inside } }, 'config_json.push.url'],
    [
      'http_json',
      {
        url: 'https://a.example',
        auth: { type: 'oauth2', token_url: inside, client_id: 'a', client_secret: 'b' },
      },
      'config_json.auth.token_url',
    ],
    ['csv_url', { url: 'http://192.168.0.1/a.csv' }, 'config_json.url'],
    ['csv_url', { url: 'file:///etc/passwd' }, 'config_json.url'],
    [
      'postgres',
      { host: '169.254.169.254', database: 'a', username: 'a', password: 'b', query: 'select 1' },
      'config_json.host',
    ],
    [
      'postgres',
      {
        host: 'a.example',
        database: 'a\r\nFLUSHALL',
        username: 'a',
        password: 'b',
        query: 'select 1',
      },
      'config_json.database',
    ],
    [
      'http_json',
      { url: 'https://a.example', auth: { ...auth, name: 'Host' } },
      'config_json.auth.name',
    ],
    ['http_json', { url: 'https://a.example', unknown: 1 }, 'config_json.unknown'],
  ])('of %s %j is refused, by the name of its field', async (provider, config, field) => {
    expect(await refusal(post(provider, config))).toEqual([400, field]);
  });

  it('of postgres does not lead to our own database', async () => {
    const { port } = new URL(server.config.databaseUrl as string);
    const config = {
      host: '127.0.0.1',
      port: Number(port),
      database: 'a',
      username: 'a',
      password: 'b',
      query: 'select 1',
    };
    expect(await refusal(post('postgres', config))).toEqual([400, 'config_json.host']);
  });

  it('keeps its secrets sealed: in answers, the journal, logs and tables', async () => {
    answer = () => ({ status: 500, body: { you_sent: secret } });
    await failing();
    const { id } = (await post('http_json', { url: source.url, auth })).body.data;
    const shown = await good(api.get(`${path}/${id}`));
    expect(shown.config_json.auth.value).toBe('••••7731');
    expect(
      JSON.stringify([shown, await logs(api, id), (await api.get('/v1/dlq')).body]),
    ).not.toContain(secret);
    const { rows } = await server.db.query(
      `select (select string_agg(i::text, '') from app.integrations i) || (select string_agg(j::text, '') from app.journal j)
         || coalesce((select string_agg(l::text, '') from app.integration_logs l), '') as kept`,
    );
    expect(rows[0].kept).not.toContain(secret);
  });

  it('does not take a stored secret to another server', async () => {
    answer = () => ({ body: [] });
    const { id } = (
      await post('http_json', { url: source.url, auth }, { object_type_id: 'things' })
    ).body.data;
    const masked = { ...auth, value: '••••7731' };
    const change = (config_json: object) => api.patch(`${path}/${id}`, { config_json });
    expect(await refusal(change({ url: other.url, auth: masked }))).toEqual([
      400,
      'config_json.auth.value',
    ]);
    const push = { url: other.url };
    expect(await refusal(change({ url: source.url, push, auth: masked }))).toEqual([
      400,
      'config_json.auth.value',
    ]);
    const incremental = { param: 'since', path: 'at' };
    await good(change({ url: source.url, auth: masked, incremental }));
    await sync(api, id);
    expect(source.asked.at(-1)?.headers['x-api-key']).toBe(secret);
    expect(await refusal(post('http_json', { url: other.url, auth: masked }))).toEqual([
      400,
      'config_json.auth.value',
    ]);
    expect(other.asked).toEqual([]);
  });
});

describe('a source that attacks', () => {
  it('cannot redirect calls to another server: not by redirects, next links or next URLs', async () => {
    answer = () => ({ status: 302, headers: { link: '' }, body: '' });
    expect(await failing()).toMatch(/Redirects are not followed/);
    answer = () => ({ body: [], headers: { link: `<${other.url}/>; rel="next"` } });
    expect(await failing({ paging: { style: 'link' } })).toMatch(/on another server/);
    answer = () => ({ body: { items: [], next: 'http://169.254.169.254/' } });
    const paging = { style: 'next_url', path: 'next' };
    expect(await failing({ records: 'items', paging })).toMatch(/on another server/);
    expect(other.asked).toEqual([]);
  });

  it('is left when it never ends, sends too much, too deep, or something else', async () => {
    answer = () => ({ body: { items: [], next: 'again' } });
    const paging = { style: 'cursor', param: 'at', path: 'next' };
    expect(await failing({ records: 'items', paging })).toMatch(/the same page/);
    answer = () => ({ body: ' '.repeat(17 * 1024 * 1024) });
    expect(await failing()).toMatch(/larger than/);
    answer = () => ({ body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` });
    expect(await failing()).toMatch(/nested too deeply/);
    answer = () => ({ body: '<html>' });
    expect(await failing()).toMatch(/not valid JSON/);
    answer = () => ({ body: { items: 1 } });
    expect(await failing()).toMatch(/no array of records/);
  });

  it('cannot set what the system sets', async () => {
    answer = () => ({
      body: [
        {
          code: 'x',
          id: 'obj_0',
          tenant_id: 'ten_0',
          created_by: 'usr_0',
          version: 9,
          is_deleted: true,
        },
      ],
    });
    const { id } = await create(api, { provider: 'http_json', config_json: { url: source.url } });
    expect((await sync(api, id)).status).toBe('succeeded');
    expect(await things(api)).toEqual([{ code: 'x' }]);
    for (const to of ['id', 'tenant_id', 'created_at', 'version'])
      expect(await refusal(post('mock', {}, { mapping: [{ from: 'a', to }] }))).toEqual([
        400,
        'mapping[0].to',
      ]);
  });
});

describe('an integration', () => {
  it('is hidden from other tenants', async () => {
    const stranger = await createTenant(server);
    const { id } = await create(api, { provider: 'mock' });
    for (const answering of [
      stranger.get(`${path}/${id}`),
      stranger.patch(`${path}/${id}`, { name: 'x' }),
      stranger.post(`${path}/${id}/sync`),
      stranger.get(`${path}/${id}/logs`),
      stranger.delete(`${path}/${id}`),
    ])
      expect((await answering).status).toBe(404);
    const type = (await good(api.get('/v1/object-types/things'))).id;
    const { status } = await stranger.post(path, {
      name: 'x',
      provider: 'mock',
      object_type_id: type,
    });
    expect(status).toBe(404);
  });

  it('acts with no more rights than its author has now', async () => {
    const { token, keyId } = await api.withKey(['read', 'write']);
    const { id } = await create(api.as(token), {
      provider: 'mock',
      config_json: { records: [{ code: 'k1' }] },
    });
    expect((await sync(api, id)).status).toBe('succeeded');
    await good(api.delete(`/v1/keys/${keyId}`));
    const { status, error } = await sync(api, id);
    expect([status, error]).toEqual(['failed', expect.stringMatching(/No one to act as/)]);
    const reader = await api.withKey(['read']);
    expect((await reader.post(path, { name: 'x', provider: 'mock' })).status).toBe(403);
  });
});
