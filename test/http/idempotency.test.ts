import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { untilBlocked } from '../support/until-blocked.ts';

let server: TestServer;
let api: TenantClient;
let type: DefinedType;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' });
});
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { n: { data_type: 'integer', is_unique: true } });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
  await server.close();
});

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const total = async () => (await api.get(`${type.path}/list`)).body.data.total;
const essence = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '' } });
const age = (interval: string) =>
  server.db.query(
    `update app.idempotency_keys set created_at = clock_timestamp() - $2::interval where tenant_id = $1`,
    [api.tenant.id, interval],
  );
const keysKept = async (tenant = api.tenant.id) =>
  (await server.db.query('select key from app.idempotency_keys where tenant_id = $1', [tenant]))
    .rows;

/** The same request again gets the same answer, marked, with the transaction of the first. */
async function expectReplay(first: Answer, again: Answer) {
  expect(first.headers.get('idempotent-replayed')).toBe(null);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(essence(again)).toEqual(essence(first));
  for (const name of ['x-tx-id', 'etag'])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
}

describe('a write with an Idempotency-Key', () => {
  it('is done once, however often it is sent', async () => {
    const headers = keyed();
    const send = () => api.post(type.path, { properties: { n: 1 } }, headers);
    const first = await send();
    expect(first.status).toBe(201);
    expect(first.headers.get('x-tx-id')).toMatch(/^\d+$/);
    await expectReplay(first, await send());
    await expectReplay(first, await send());
    expect(await total()).toBe(1);
  });

  it('of each method is done once', async () => {
    const { body } = await api.post(type.path, { properties: { n: 1 } });
    const path = `${type.path}/${body.data.id}`;
    for (const send of [
      (h: object) => api.patch(path, { properties: { n: 2 } }, { ...h, 'if-match': '"1"' }),
      (h: object) => api.delete(path, undefined, { ...h }),
      (h: object) => api.post(`${path}/restore`, undefined, { ...h }),
      (h: object) => api.post('/v1/transaction', { requests: [{ method: 'GET', path }] }, { ...h }),
    ]) {
      const headers = keyed();
      const first = await send(headers);
      expect(first.status).toBe(200);
      await expectReplay(first, await send(headers));
    }
    expect((await api.get(path)).body.data.version).toBe(4);
  });

  it('is another request with other content, another path or another method', async () => {
    const headers = keyed();
    const first = await api.post(type.path, { properties: { a: 1, n: 1 } }, headers);
    const path = `${type.path}/${first.body.data.id}`;
    for (const call of [
      api.post(type.path, { properties: { a: 1, n: 2 } }, headers),
      api.post(type.path, {}, headers),
      api.post('/v1/object-types', { name: 'other' }, headers),
      api.patch(path, { properties: { a: 1, n: 1 } }, headers),
      api.delete(path, undefined, headers),
    ]) {
      const { status, body } = await call;
      expect([status, body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      expect(body.error.param).toBe('Idempotency-Key');
    }
    // The order of members says nothing, and neither do fields that nobody reads.
    const same = await api.post(type.path, { properties: { n: 1, a: 1 }, unread: 1 }, headers);
    await expectReplay(first, same);
  });

  it('that is refused stays refused, though it would go through now', async () => {
    await api.post(type.path, { properties: { n: 1 } });
    const headers = keyed();
    const send = () => api.post(type.path, { properties: { n: 1 } }, headers);
    const first = await send();
    expect([first.status, first.body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
    await api.delete(`${type.path}/${first.body.error.details.existing_id}`);
    await expectReplay(first, await send());
    expect((await api.post(type.path, { properties: { n: 1 } }, keyed())).status).toBe(201);
  });

  it('that asks for a confirmation hands out one token', async () => {
    const headers = keyed();
    await api.post(type.path, {});
    const send = () => api.delete(`/v1/object-types/${type.id}`, undefined, headers);
    const first = await send();
    expect([first.status, first.headers.get('x-tx-id')]).toEqual([409, null]);
    await expectReplay(first, await send());
    const confirm = `force=true&confirm_token=${first.body.error.confirm_token}`;
    expect((await api.delete(`/v1/object-types/${type.id}?${confirm}`)).status).toBe(200);
  });

  it('that does not fit is not kept: the same key can be used for what does', async () => {
    const headers = keyed();
    expect((await api.post('/v1/object-types', { name: 'No!' }, headers)).status).toBe(400);
    expect((await api.post('/v1/object-types', { name: 'yes' }, headers)).status).toBe(201);
  });

  it('is one’s own: other keys of the tenant and other tenants have theirs', async () => {
    const headers = keyed();
    const body = { properties: {} };
    await api.post(type.path, body, headers);
    const writer = await api.withKey(['write']);
    const second = await writer.post(type.path, body, headers);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const other = await createTenant(server);
    await defineType(other, {}, { name: type.name });
    expect((await other.post(type.path, body, headers)).headers.get('idempotent-replayed')).toBe(
      null,
    );
    expect(await total()).toBe(2);
  });

  it('passes authentication and scope before it is replayed', async () => {
    const headers = keyed();
    const writer = await api.withKey(['write']);
    const send = () => writer.post(type.path, {}, headers);
    expect((await send()).status).toBe(201);
    await api.patch(`/v1/keys/${writer.keyId}`, { scopes: ['read'] });
    expect((await send()).status).toBe(403);
    await api.delete(`/v1/keys/${writer.keyId}`);
    expect((await send()).status).toBe(401);
    expect((await keysKept()).length).toBe(1);
  });

  it('is new after 24 hours', async () => {
    const headers = keyed();
    const send = (n: number) => api.post(type.path, { properties: { n } }, headers);
    const first = await send(1);
    await age('23 hours 59 minutes');
    await expectReplay(first, await send(1));
    await age('24 hours 1 second');
    const second = await send(2);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    await expectReplay(second, await send(2));
    expect(await keysKept()).toEqual([{ key: headers['idempotency-key'] }]);
  });

  it('is forgotten by housekeeping after 24 hours, not before', async () => {
    const other = await createTenant(server);
    await api.post(type.path, {}, keyed('old'));
    await age('25 hours');
    await api.post(type.path, {}, keyed('young'));
    await other.post('/v1/object-types', { name: 'x' }, keyed('others'));
    await server.db.query('select jobs.housekeeping()');
    expect(await keysKept()).toEqual([{ key: 'young' }]);
    expect(await keysKept(other.tenant.id)).toEqual([{ key: 'others' }]);
  });

  it('that reads is read anew', async () => {
    const headers = keyed();
    const read = () => api.post(`${type.path}/batch/read`, { object_ids: ['obj_0'] }, headers);
    await read();
    expect((await read()).headers.get('idempotent-replayed')).toBe(null);
    expect((await api.get(`${type.path}/list`, undefined, keyed(' '.repeat(300)))).status).toBe(
      200,
    );
    expect(await keysKept()).toEqual([]);
  });
});

describe('the key', () => {
  it.each(['a', ' a b ', '"quoted"', '~', 'x'.repeat(255), randomUUID()])(
    'may be %j',
    async (key) => {
      expect((await api.post(type.path, {}, keyed(key))).status).toBe(201);
    },
  );

  it.each(['', ' ', 'x'.repeat(256), 'é', 'a\tb'])('may not be %j', async (key) => {
    const { status, body } = await api.post(type.path, {}, keyed(key));
    expect([status, body.error?.param]).toEqual([400, 'Idempotency-Key']);
    expect(
      (await api.post(`${type.path}/batch/read`, { object_ids: ['a'] }, keyed(key))).status,
    ).toBe(400);
    expect(await total()).toBe(0);
  });
});

describe('under /admin', () => {
  it('a write is done once too', async () => {
    const operator = platformClient(server);
    const headers = keyed();
    const send = () => operator.post('/admin/tenants', { name: 'Once' }, headers);
    const first = await send();
    expect(first.status).toBe(201);
    await expectReplay(first, await send());
    const { tenant, token } = first.body.data;
    expect((await api.as(token).get('/v1/object-types')).status).toBe(200);
    const suspend = () => operator.post(`/admin/tenants/${tenant.id}/suspend`, {}, keyed('s'));
    await expectReplay(await suspend(), await suspend());
    const found = await operator.get('/admin/tenants?search=Once');
    expect(found.body.data.total).toBe(1);
  });
});

describe('an answer with a secret', () => {
  it('is replayed with it, and kept encrypted', async () => {
    const create = () => api.post('/v1/keys', { scopes: ['read'] }, keyed('create'));
    const first = await create();
    await expectReplay(first, await create());
    const { key, token } = first.body.data;
    const rotate = () => api.post(`/v1/keys/${key.id}/rotate`, {}, keyed('rotate'));
    const second = await rotate();
    await expectReplay(second, await rotate());
    const requests = [{ method: 'POST', path: '/v1/keys', body: { scopes: ['read'] } }];
    const run = () => api.post('/v1/transaction', { requests }, keyed('transaction'));
    const third = await run();
    await expectReplay(third, await run());
    const admin = `/admin/tenants/${api.tenant.id}/keys`;
    const give = () => platformClient(server).post(admin, { scopes: ['read'] }, keyed(key.id));
    const fourth = await give();
    await expectReplay(fourth, await give());

    const tokens = [
      token,
      second.body.data.token,
      third.body.data.results[0].data.token,
      fourth.body.data.token,
    ];
    const { rows } = await server.db.query(
      `select count(*)::int as count from app.idempotency_keys k
       where answer::text like '%$sealed%'`,
    );
    expect(rows[0].count).toBeGreaterThanOrEqual(4);
    const { rows: all } = await server.db.query(
      `select string_agg(k::text, ' ') as text from app.idempotency_keys k`,
    );
    for (const one of tokens) {
      expect(one).toMatch(/^ins_/);
      expect(all[0].text).not.toContain(one.slice(-49, -6));
    }
    expect((await api.as(tokens[1]).get('/v1/object-types')).status).toBe(200);
  });
});

describe('parallel duplicates', () => {
  it('have one effect, and the answer of the one that had it', async () => {
    const headers = keyed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post(type.path, { properties: { n: 1 } }, headers)),
    );
    const done = answers.filter(({ status }) => status === 201);
    const busy = answers.filter(({ status }) => status === 409);
    expect(done.length + busy.length).toBe(20);
    for (const { body } of busy) expect(body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(new Set(done.map((answer) => JSON.stringify(essence(answer)))).size).toBe(1);
    expect(await total()).toBe(1);
  });

  it('are told to wait when the first takes long', async () => {
    const headers = keyed();
    const { body } = await api.post(type.path, {});
    const send = () => api.patch(`${type.path}/${body.data.id}`, { properties: { a: 1 } }, headers);
    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query('select from app.objects where id = $1 for update', [body.data.id]);
    const first = send();
    await untilBlocked(server.db, holder);
    const second = await send();
    expect([second.status, second.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(second.headers.get('retry-after')).toBe('1');
    await holder.query('rollback');
    holder.release();
    expect((await first).status).toBe(200);
    await expectReplay(await first, await send());
  });
});

describe('what failed on our side', () => {
  /** Runs `body` wherever an object is answered, for as long as `work` takes. */
  async function answering<T>(body: string, work: () => Promise<T>): Promise<T> {
    const { rows } = await server.db.query(
      `select pg_get_functiondef('app.object_answer'::regproc) as text`,
    );
    await server.db.query(`create or replace function app.object_answer(p_object app.objects)
      returns json language plpgsql volatile as $$ begin ${body} end $$`);
    try {
      return await work();
    } finally {
      await server.db.query(rows[0].text);
    }
  }

  it('is not kept: the next one with the same key is done', async () => {
    const headers = keyed();
    const send = () => api.post(type.path, {}, headers);
    for (const [body, status] of [
      [`raise 'broken';`, 500],
      [`raise exception using errcode = '57014';`, 504],
    ] as const)
      expect((await answering(body, send)).status).toBe(status);
    expect(await keysKept()).toEqual([]);
    expect(await total()).toBe(0);
    const done = await send();
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  it('in a serialisation failure is tried again, and done once', async () => {
    await server.db.query('create sequence app.attempts');
    await server.db.query('grant usage on sequence app.attempts to insula_tenant');
    const headers = keyed();
    const send = () => api.post(type.path, {}, headers);
    const twice = `if nextval('app.attempts') < 3 then raise exception using errcode = '40001'; end if;
      return app.answer('{"ETag":"\\"1\\""}', app.object_json(p_object));`;
    const first = await answering(twice, send);
    expect(first.status).toBe(201);
    await expectReplay(first, await send());
    expect(await total()).toBe(1);
    const { rows } = await server.db.query('select last_value::int as n from app.attempts');
    expect(rows).toEqual([{ n: 3 }]);
    const never = await answering(`raise exception using errcode = '40001';`, () =>
      api.post(type.path, {}, keyed('crossed')),
    );
    expect([never.status, (await keysKept()).length]).toEqual([409, 1]);
  });
});
