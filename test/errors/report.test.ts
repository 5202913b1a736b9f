import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress, createUser } from '../support/users.ts';

const path = '/v1/errors';
const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const report = {
  message: 'x is undefined',
  stack: 'TypeError: x is undefined\n    at pay (https://shop.example/app.js:1:20)',
  source: 'web',
  level: 'error',
  path: '/cart',
  metadata: { cart: 3 },
  release: '1.2.3',
};
/** From an address of its own, so that no test uses up what another may send. */
const send = (more: object = {}, client: Pick<TenantClient, 'post'> = api, query = '') =>
  client.post(`${path}/report${query}`, { ...report, ...more }, anotherAddress());
const find = async (id: string) => (await api.get(`${path}/${id}`)).body.data;
const list = async (query = '') => (await api.get(`${path}${query}`)).body.data;

describe('reporting an error', () => {
  it('answers its id, and shows everything that was reported', async () => {
    const { status, body } = await send({ user: { id: 'u1' }, user_agent: 'Browser/1' });
    const { error_id } = body.data;
    expect([status, body.data]).toEqual([
      201,
      { error_id: expect.stringMatching(/^err_[0-9a-f]{32}$/) },
    ]);
    const found = await find(error_id);
    expect(found).toEqual({
      id: error_id,
      error_id,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      message: report.message,
      source: 'web',
      level: 'error',
      path: '/cart',
      release: '1.2.3',
      environment: null,
      status: 'open',
      count: 1,
      regressions: 0,
      first_seen_at: found.last_seen_at,
      last_seen_at: found.updated_at,
      resolved_at: null,
      reopened_at: null,
      updated_at: expect.any(String),
      releases: [
        {
          release: '1.2.3',
          count: 1,
          first_seen_at: found.last_seen_at,
          last_seen_at: found.last_seen_at,
        },
      ],
      samples: [
        {
          ...report,
          user: { id: 'u1' },
          user_agent: 'Browser/1',
          reported_at: found.last_seen_at,
        },
      ],
    });
  });

  it('counts reports that differ in numbers alone as the same error, by release', async () => {
    const first = (await send({ message: 'order 1 failed' })).body.data.error_id;
    const second = (await send({ message: 'order 2 failed', release: '1.2.4' })).body.data.error_id;
    expect(second).toBe(first);
    const found = await find(first);
    expect([found.count, found.message, found.release]).toEqual([2, 'order 2 failed', '1.2.4']);
    expect(found.releases.map((one: { release: string }) => one.release)).toEqual([
      '1.2.4',
      '1.2.3',
    ]);
  });

  it('counts every one of many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => send()));
    const ids = new Set(answers.map(({ body }) => body.data.error_id));
    expect(ids.size).toBe(1);
    const found = await find([...ids][0] as string);
    expect([found.count, found.releases[0].count]).toEqual([25, 25]);
    expect(found.samples.length).toBe(10);
  });

  it('stores no secret that the report holds', async () => {
    const { body } = await send({
      message: 'refused Bearer abcdefgh12345',
      metadata: { password: 'hunter2', headers: { cookie: 'sid=topsecret' } },
      url: 'https://shop.example/?token=topsecret',
    });
    const id = body.data.error_id;
    const stored = [];
    for (const [table, column] of [
      ['error_groups', 'id'],
      ['error_samples', 'error_id'],
      ['journal', 'resource_id'],
    ]) {
      const { rows } = await server.db.query(
        `select row_to_json(t)::text as row from app.${table} t where t.tenant_id = $1 and t.${column} = $2`,
        [api.tenant.id, id],
      );
      expect([table, rows.length]).toEqual([table, 1]);
      stored.push(rows[0].row);
    }
    expect(stored.join()).toContain('[removed]');
    expect(stored.join()).not.toMatch(/abcdefgh12345|hunter2|topsecret/);
  });

  it('takes a text that grows where secrets are removed from it', async () => {
    const many = (most: number) => '&code=a'.repeat(most / 7);
    const { status, body } = await send({
      path: many(2000),
      source: many(200),
      release: many(200),
      environment: many(100),
    });
    expect(status).toBe(201);
    const found = await find(body.data.error_id);
    expect([found.path.length, found.environment.length]).toEqual([2000, 100]);
    expect(found.releases[0].release).toBe(found.release);
  });

  it('needs no token from a browser that names the tenant', async () => {
    const browser = api.as(undefined);
    const { status, body } = await send({}, browser, `?tenant_id=${api.tenant.slug}`);
    expect(status).toBe(201);
    expect((await find(body.data.error_id)).count).toBe(1);
    const header = { ...anotherAddress(), 'x-tenant-id': api.tenant.id };
    expect((await browser.post(`${path}/report`, report, header)).status).toBe(201);
    expect((await send({}, browser)).status).toBe(401);
    expect((await send({}, browser, '?tenant_id=nobody-at-all')).status).toBe(404);
  });

  it('takes any key of the tenant, and the token of any user', async () => {
    const { client } = await createUser(api);
    for (const caller of [await api.withKey(['read']), await api.withKey(['files']), client])
      expect((await send({}, caller)).status).toBe(201);
  });

  it.each([
    [{ message: '' }, 'message'],
    [{ level: 'loud' }, 'level'],
    [{ fingerprint: [] }, 'fingerprint'],
    [{ metadata: 'x' }, 'metadata'],
    [{ release: 'x'.repeat(201) }, 'release'],
  ])('refuses %o with 400', async (fields, param) => {
    const { status, body } = await send(fields);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('refuses more than 64 KB with 413', async () => {
    const { status, body } = await send({
      metadata: { a: 'x'.repeat(65_000), b: 'y'.repeat(600) },
    });
    expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('lets an address send 120 a minute', async () => {
    const from = anotherAddress();
    const one = () => api.post(`${path}/report`, {}, from);
    const answers = await Promise.all(Array.from({ length: 121 }, one));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([statuses.at(0), statuses.at(119), statuses.at(120)]).toEqual([400, 400, 429]);
  });
});

describe('a flood of one error', () => {
  it('is counted, while samples and events stay few', async () => {
    await api.post('/v1/webhooks', { url: 'https://hooks.example/', events: ['error.reported'] });
    const { body } = await send();
    for (let n = 0; n < 14; n++) await send();
    const found = await find(body.data.error_id);
    expect([found.count, found.samples.length]).toEqual([15, 10]);
    const { rows } = await server.db.query(
      `select (after->>'is_new')::boolean as is_new from app.journal
       where tenant_id = $1 and type = 'error.reported' order by id`,
      [api.tenant.id],
    );
    expect(rows.map(({ is_new }) => is_new)).toEqual([true, ...Array(9).fill(false)]);
  });

  it('keeps the newest 20 samples', async () => {
    const { error_id } = (await send()).body.data;
    for (let n = 1; n <= 22; n++) {
      // As if each came a minute after the one before.
      await server.db.query(
        `update app.error_groups set window_start = '2020-01-01Z' where tenant_id = $1 and id = $2`,
        [api.tenant.id, error_id],
      );
      await send({ metadata: { n } });
    }
    const { samples } = await find(error_id);
    const numbers = samples.map((one: { metadata: { n: number } }) => one.metadata.n);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => 22 - n));
  });

  it('of ever new messages fills no more than 5,000 errors', async () => {
    await send();
    await server.db.query(
      `insert into app.error_groups (tenant_id, id, fingerprint, message, level, window_start,
         first_seen_at, last_seen_at, listed_at, updated_at)
       select $1, app.new_id('err'), 'f' || n, 'm', 'error', now(), now(), now(), now(), now()
       from generate_series(1, 4999) n`,
      [api.tenant.id],
    );
    const beyond = (await send({ message: 'quite another' })).body.data.error_id;
    expect((await find(beyond)).fingerprint).toBe('other');
    expect((await send({ message: 'yet another' })).body.data.error_id).toBe(beyond);
    await server.db.query(
      `update app.error_groups set listed_at = '2020-01-01Z'
       where tenant_id = $1 and fingerprint in ('f1', 'f2')`,
      [api.tenant.id],
    );
    const again = (await send({ message: 'quite another' })).body.data.error_id;
    expect((await find(again)).fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the status of an error', () => {
  const patch = (id: string, status: string) => api.patch(`${path}/${id}`, { status });
  const events = async () => {
    // The feed waits for transactions of other tenants, so the journal itself is read.
    const { rows } = await server.db.query(
      `select case when (after->>'is_regression')::boolean then 'regression' else type end as what
       from app.journal where tenant_id = $1 and resource_type = 'error' order by id`,
      [api.tenant.id],
    );
    return rows.map(({ what }) => what);
  };

  it('goes back to open when it is reported after it was resolved', async () => {
    const { error_id } = (await send()).body.data;
    const resolved = (await patch(error_id, 'resolved')).body.data;
    expect(resolved).toMatchObject({ status: 'resolved', resolved_at: resolved.updated_at });
    await send();
    expect(await find(error_id)).toMatchObject({
      status: 'open',
      count: 2,
      regressions: 1,
      reopened_at: expect.any(String),
    });
    expect(await events()).toEqual(['error.reported', 'error.updated', 'regression']);
  });

  it('stays ignored, counted without samples and events', async () => {
    const { error_id } = (await send()).body.data;
    await patch(error_id, 'ignored');
    await send();
    const found = await find(error_id);
    expect([found.status, found.count, found.samples.length]).toEqual(['ignored', 2, 1]);
    expect(await events()).toEqual(['error.reported', 'error.updated']);
    expect((await patch(error_id, 'open')).body.data.status).toBe('open');
  });

  it('can be no other word, and needs the scope write', async () => {
    const { error_id } = (await send()).body.data;
    expect((await patch(error_id, 'closed')).status).toBe(400);
    const reader = await api.withKey(['read']);
    expect((await reader.get(`${path}/${error_id}`)).status).toBe(200);
    expect((await reader.patch(`${path}/${error_id}`, { status: 'open' })).status).toBe(403);
  });
});

describe('the list of errors', () => {
  it('is by the last report, by status and by level, with its total', async () => {
    const ids: string[] = [];
    for (const level of ['error', 'fatal', 'error'])
      ids.push(
        (await send({ message: 'm', level, fingerprint: [String(ids.length)] })).body.data.error_id,
      );
    await send({ level: 'error', fingerprint: ['0'] });
    await api.patch(`${path}/${ids[1]}`, { status: 'resolved' });
    const found = async (query: string) => {
      const { errors, total } = await list(query);
      return [errors.map(({ id }: { id: string }) => ids.indexOf(id)), total];
    };
    expect(await found('')).toEqual([[0, 2, 1], 3]);
    expect(await found('?limit=1&offset=1')).toEqual([[2], 3]);
    expect(await found('?status=resolved')).toEqual([[1], 1]);
    expect(await found('?level=error')).toEqual([[0, 2], 2]);
    expect(await found('?level=error&status=resolved')).toEqual([[], 0]);
  });

  it('shows another tenant nothing, and a user only with the permission', async () => {
    const { error_id } = (await send()).body.data;
    const other = await createTenant(server);
    expect((await other.get(`${path}/${error_id}`)).status).toBe(404);
    expect((await other.patch(`${path}/${error_id}`, { status: 'open' })).status).toBe(404);
    expect((await other.get(path)).body.data.total).toBe(0);
    // The same error of another tenant is another record.
    expect((await send({}, other)).body.data.error_id).not.toBe(error_id);
    const { client } = await createUser(api);
    expect((await client.get(path)).status).toBe(403);
  });
});
