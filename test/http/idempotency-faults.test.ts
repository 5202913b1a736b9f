import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { essence, expectReplay, keyed } from '../support/idempotency.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({}, { isInCompany: false });
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { n: { data_type: 'integer', is_unique: true } });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const total = async () => (await api.get(`${type.path}/list`)).body.data.total;
const keysKept = async () =>
  (
    await server.db.query('select key from app.idempotency_keys where tenant_id = $1', [
      api.tenant.id,
    ])
  ).rows;

describe('an idempotent response with a secret', () => {
  it('is replayed with the secret, and stored encrypted', async () => {
    const create = () => api.post('/v1/keys', { scopes: ['read'] }, keyed('create'));
    const first = await create();
    expectReplay(first, await create());
    const { key, token } = first.body.data;
    const rotate = () => api.post(`/v1/keys/${key.id}/rotate`, {}, keyed('rotate'));
    const second = await rotate();
    expectReplay(second, await rotate());
    const requests = [{ method: 'POST', path: '/v1/keys', body: { scopes: ['read'] } }];
    const run = () => api.post('/v1/transaction', { requests }, keyed('transaction'));
    const third = await run();
    expectReplay(third, await run());
    const admin = `/admin/tenants/${api.tenant.id}/keys`;
    const give = () => platformClient(server).post(admin, { scopes: ['read'] }, keyed(key.id));
    const fourth = await give();
    expectReplay(fourth, await give());

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

describe('simultaneous duplicates of a request', () => {
  it('have one effect, and the response of the one that had it', async () => {
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
    expectReplay(await first, await send());
  });
});

describe('an internal failure of a request with an Idempotency-Key', () => {
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

  it('is not stored: the next request with the same key runs', async () => {
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

  it('by serialisation is retried, and runs once', async () => {
    await server.db.query('create sequence app.attempts');
    await server.db.query('grant usage on sequence app.attempts to insula_tenant');
    const headers = keyed();
    const send = () => api.post(type.path, {}, headers);
    const twice = `if nextval('app.attempts') < 3 then raise exception using errcode = '40001'; end if;
      return app.answer('{"ETag":"\\"1\\""}', app.object_json(p_object));`;
    const first = await answering(twice, send);
    expect(first.status).toBe(201);
    expectReplay(first, await send());
    expect(await total()).toBe(1);
    const { rows } = await server.db.query('select last_value::int as n from app.attempts');
    expect(rows).toEqual([{ n: 3 }]);
    const never = await answering(`raise exception using errcode = '40001';`, () =>
      api.post(type.path, {}, keyed('crossed')),
    );
    expect([never.status, (await keysKept()).length]).toEqual([409, 1]);
  });
});
