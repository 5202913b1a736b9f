import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
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
const record = (n: number) => ({ code: `c${n}`, amount: n, updated: `2026-01-0${n}T00:00:00Z` });
const all = [1, 2, 3, 4, 5].map(record);
let source: Source;
let api: TenantClient;
/** The answer of the source at /own; tests change it. */
let own: (asked: Asked) => { status?: number; body?: unknown };

beforeAll(async () => {
  source = await startSource((asked) => {
    const { pathname, searchParams, origin } = asked.url;
    const from = Number(searchParams.get('at') ?? 0);
    const two = all.slice(from, from + 2);
    const next = from + 2 < all.length ? from + 2 : null;
    switch (pathname) {
      case '/cursor':
        return { body: { data: { items: two }, next } };
      case '/page':
        return { body: all.slice(2 * Number(searchParams.get('page')) - 2).slice(0, 2) };
      case '/link':
        return {
          body: two,
          headers: next === null ? {} : { link: `</link?at=${next}>; rel="next"` },
        };
      case '/next':
        return { body: { items: two, next: next === null ? null : `${origin}/next?at=${next}` } };
      case '/token':
        return { body: { access_token: 'token-of-the-shop', token_type: 'Bearer' } };
      case '/file.csv':
        return { body: 'code,amount\nc1,1\nc2,2.5\nc3,much\n' };
      case '/german.csv':
        return { body: 'code;amount\r\nc1;1.234,5\r\n;\nc2;(2,5)\n' };
      case '/single.csv':
        return { body: '"code;amount"\n"c1;1"\n' };
      default:
        return own(asked);
    }
  });
});
afterAll(() => source.close());
beforeEach(async () => {
  source.asked.length = 0;
  own = () => ({ body: all });
  api = await createTenant(server);
  await defineThings(api);
});

const shop = (config: object, more: object = {}) =>
  create(api, { provider: 'http_json', config_json: config, ...more });
const atOwn = (more: object = {}) => shop({ url: `${source.url}/own` }, more);

describe('a sync', () => {
  it.each([
    [
      'a cursor',
      '/cursor',
      { records: 'data.items', paging: { style: 'cursor', param: 'at', path: 'next' } },
    ],
    ['pages', '/page', { paging: { style: 'page', param: 'page' } }],
    ['a Link header', '/link', { paging: { style: 'link' } }],
    ['the next URL', '/next', { records: 'items', paging: { style: 'next_url', path: 'next' } }],
  ])('reads all pages by %s', async (_, at, config) => {
    const { id } = await shop({ url: `${source.url}${at}`, ...config });
    expect(await sync(api, id)).toMatchObject({
      status: 'succeeded',
      records_read: 5,
      records_created: 5,
      records_failed: 0,
    });
    expect(await things(api)).toEqual(all);
    await settle(server.db);
    const { results } = await good(api.get('/v1/changes?types=integration.synced'));
    expect(results).toMatchObject([{ type: 'integration.synced', data: { integration_id: id } }]);
  });

  it('writes what has changed, and nothing else', async () => {
    const { id } = await atOwn();
    await sync(api, id);
    own = () => ({ body: [record(1), { ...record(2), amount: 20 }] });
    expect(await sync(api, id)).toMatchObject({ records_created: 0, records_updated: 1 });
    expect((await things(api))[1]).toMatchObject({ code: 'c2', amount: 20 });
    const { results } = await good(api.post('/v1/objects/things/search', {}));
    expect(results.map(({ version }: { version: number }) => version).toSorted()).toEqual([
      1, 1, 1, 1, 2,
    ]);
  });

  it('refuses records with numbers that would lose digits, and takes the others', async () => {
    own = () => ({
      body: `[{"code":"a","amount":1.10},{"code":"b","amount":9007199254740993.0},{"code":12345678901234567890}]`,
    });
    const { id } = await atOwn();
    expect(await sync(api, id)).toMatchObject({
      status: 'partial',
      records_read: 3,
      records_created: 1,
      records_failed: 2,
    });
    expect(await things(api)).toEqual([{ code: 'a', amount: 1.1 }]);
  });

  it.each(['[{"code":"a', '[{"amount":12345678901234567890', '"\\', '[12345678901234567890x]'])(
    'fails for what only begins like JSON: %s',
    async (body) => {
      own = () => ({ body });
      const { id } = await atOwn();
      const { status, error } = await sync(api, id);
      expect([status, error]).toEqual(['failed', expect.stringMatching(/not valid JSON/)]);
    },
  );

  it('maps fields, with templates, and reports for each record why it fails', async () => {
    own = () => ({
      body: [
        { sku: ' A1 ', price: { eur: 3 }, name: 'Pen' },
        { sku: 'b2', price: { eur: 'much' }, name: 'Ink' },
        { price: { eur: 4 } },
        'nonsense',
      ],
    });
    const { id } = await atOwn({
      mapping: [
        { from: 'sku', to: 'code', transform: '{{ value | trim | lower }}' },
        { from: 'price.eur', to: 'amount' },
        { to: 'label', transform: '{{ record.name | upper }} ({{ record.sku }})' },
      ],
    });
    expect(await sync(api, id)).toMatchObject({
      status: 'partial',
      records_read: 4,
      records_created: 1,
      records_failed: 3,
    });
    expect(await things(api)).toEqual([{ code: 'a1', amount: 3, label: 'PEN ( A1 )' }]);
    const found = (await logs(api, id)).map(({ level, error }) => [
      level,
      error?.row,
      error?.property,
    ]);
    expect(found[0]).toEqual(['warn', undefined, undefined]);
    expect(found.slice(1).toSorted()).toEqual([
      ['error', 2, 'amount'],
      ['error', 3, 'label'],
      ['error', 4, null],
    ]);
  });

  it('asks only for what is new', async () => {
    const { id } = await shop({
      url: `${source.url}/own`,
      incremental: { param: 'since', path: 'updated' },
    });
    await sync(api, id);
    expect((await good(api.get(`${path}/${id}`))).cursor).toEqual({ since: record(5).updated });
    await sync(api, id);
    expect(source.asked.map(({ url }) => url.searchParams.get('since'))).toEqual([
      null,
      record(5).updated,
    ]);
  });

  it('authenticates by header, basic and OAuth 2', async () => {
    const asAsked = async (auth: object) => {
      const { id } = await shop({ url: `${source.url}/own`, auth });
      expect((await sync(api, id)).status).toBe('succeeded');
      return source.asked.at(-1)?.headers;
    };
    const header = { type: 'header', name: 'X-Api-Key', value: 'key-of-the-shop' };
    expect(await asAsked(header)).toMatchObject({ 'x-api-key': 'key-of-the-shop' });
    const basic = { type: 'basic', username: 'ada', password: 'secret-of-ada' };
    expect(await asAsked(basic)).toMatchObject({
      authorization: `Basic ${Buffer.from('ada:secret-of-ada').toString('base64')}`,
    });
    const token_url = `${source.url}/token`;
    const oauth = { type: 'oauth2', token_url, client_id: 'us', client_secret: 'client-secret' };
    expect(await asAsked(oauth)).toMatchObject({ authorization: 'Bearer token-of-the-shop' });
    expect(source.asked.at(-2)?.body).toBe('grant_type=client_credentials');
  });

  it('reads a CSV file by the types of the properties', async () => {
    const { id } = await create(api, {
      provider: 'csv_url',
      config_json: { url: `${source.url}/file.csv` },
    });
    expect(await sync(api, id)).toMatchObject({
      status: 'partial',
      records_created: 2,
      records_failed: 1,
    });
    expect(await things(api)).toEqual([
      { code: 'c1', amount: 1 },
      { code: 'c2', amount: 2.5 },
    ]);
  });

  it('reads a CSV file as it is written, and never as one property', async () => {
    const { id } = await create(api, {
      provider: 'csv_url',
      config_json: { url: `${source.url}/german.csv`, decimal: ',' },
    });
    expect(await sync(api, id)).toMatchObject({ records_created: 2, records_failed: 0 });
    expect(await things(api)).toEqual([
      { code: 'c1', amount: 1234.5 },
      { code: 'c2', amount: -2.5 },
    ]);
    const config_json = { url: `${source.url}/single.csv` };
    const single = await create(api, { provider: 'csv_url', config_json });
    const failed = await sync(api, single.id);
    expect([failed.status, JSON.stringify(failed)]).toEqual([
      ...['failed', expect.stringContaining('delimiter')],
    ]);
    expect(await things(api)).toHaveLength(2);
  });

  it('shows what it would do, and writes nothing', async () => {
    const { id } = await atOwn();
    const { status, body } = await api.post(`${path}/${id}/sync?dry_run=true`);
    expect([status, body.dry_run]).toEqual([200, true]);
    expect(body.data).toMatchObject({ status: 'succeeded', records_created: 5 });
    expect(body.data.rows).toHaveLength(5);
    expect(body.data.rows[0]).toEqual({ operation: 'create', properties: record(1) });
    expect(await things(api)).toEqual([]);
    expect(await logs(api, id)).toEqual([]);
    own = () => ({ status: 503 });
    expect((await api.post(`${path}/${id}/sync?dry_run=true`)).status).toBe(502);
  });
});

describe('a source that fails', () => {
  it('lets the sync fail, and keeps what came before; the next one goes on there', async () => {
    own = ({ url }) =>
      url.searchParams.get('at') === 'b'
        ? { status: 500 }
        : { body: { items: [record(1)], next: 'b' } };
    const config = {
      url: `${source.url}/own`,
      records: 'items',
      paging: { style: 'cursor', param: 'at', path: 'next' },
    };
    const { id } = await shop(config);
    const failed = await sync(api, id);
    expect(failed).toMatchObject({ status: 'failed', records_created: 1 });
    await settle(server.db);
    const { results } = await good(api.get('/v1/changes?types=integration.failed'));
    expect(results).toMatchObject([{ type: 'integration.failed', data: { integration_id: id } }]);
    expect(failed.error).toMatch(/answered 500/);
    own = () => ({ body: { items: [record(2)] } });
    expect(await sync(api, id)).toMatchObject({ status: 'succeeded', records_created: 1 });
    expect(source.asked.map(({ url }) => url.searchParams.get('at'))).toEqual([null, 'b', 'b']);
    expect(await things(api)).toEqual([record(1), record(2)]);
  });

  it('rests after five failures in a row, as a dead letter that can be tried again', async () => {
    own = () => ({ status: 500 });
    const { id } = await atOwn({ schedule: { every_minutes: 5 } });
    for (let n = 1; n < 5; n++) await sync(api, id);
    expect(await good(api.get(`${path}/${id}`))).toMatchObject({ status: 'active' });
    const { sync_id } = await sync(api, id);
    expect(await good(api.get(`${path}/${id}`))).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/500/),
    });
    const letters = () =>
      api.get('/v1/dlq?source=integration').then(({ body }) => body.data.messages);
    const [letter] = await letters();
    expect(letter).toMatchObject({ source_id: id, record_id: sync_id, attempts: 5 });
    const fire = async () => {
      await server.db.query(
        `select worker.schedule_fire($1, 'integration', $2, s.next_run_at, s.next_run_at + interval '1 hour')
        from app.schedules s where s.tenant_id = $1 and s.subject_id = $2`,
        [api.tenant.id, id],
      );
      const { rows } = await server.db.query(
        `select count(*)::int from app.integration_syncs where tenant_id = $1 and trigger = 'schedule'`,
        [api.tenant.id],
      );
      return rows[0].count;
    };
    expect(await fire()).toBe(0);
    own = () => ({ body: all });
    await good(api.post(`/v1/dlq/${letter.id}/retry`));
    await expect.poll(letters, { timeout: 10_000 }).toEqual([]);
    expect(await good(api.get(`${path}/${id}`))).toMatchObject({ status: 'active', error: null });
    expect(await fire()).toBe(1);
  });

  it('is not asked while the integration is paused', async () => {
    const { id } = await atOwn({ status: 'paused' });
    const { status, body } = await api.post(`${path}/${id}/sync`);
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    await good(api.patch(`${path}/${id}`, { status: 'active' }));
    expect((await sync(api, id)).status).toBe('succeeded');
  });
});
