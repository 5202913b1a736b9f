import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' }, { isInCompany: false });
  api = await createTenant(server);
  await api.post(types, { name: 'hot' });
  await server.db.query(`
    create sequence app.attempts;
    create sequence app.first_connection;
    grant usage, select, update on sequence app.attempts, app.first_connection to insula_tenant`);
});
afterAll(() => server.close());
afterEach(() => server.db.query('alter sequence app.attempts restart'));

const types = '/v1/object-types';
const create = (tenant = api) => tenant.post(types, { name: 'things' });

/** From here on, POST /v1/object-types runs this. */
const replaceCreate = (body: string, { db } = server) =>
  db.query(`create or replace function api.object_type_create(tenant text, args jsonb)
    returns json language plpgsql volatile as $$ begin ${body} return '{}'; end $$`);
const made = `return (select row_to_json(t) from (select 'ot_x' as id, tenant as tenant_id, 'x' as name,
  null as display_name, false as strict, 'private' as user_access, null as ai_index, now() as created_at,
  now() as updated_at) t);`;
/** Counted in a sequence, which no rollback takes back. */
const attempts = async () =>
  Number((await server.db.query('select last_value from app.attempts')).rows[0].last_value);
const raise = (code: string) =>
  `raise exception using errcode = '${code}', message = 'canary in app.secret_table',
     detail = 'Key (canary)=(1) of app.secret_table', hint = 'canary', table = 'secret_table';`;

describe('an error of PostgreSQL', () => {
  it.each([
    ['22P02', 400, 'VALIDATION_ERROR'],
    ['22003', 400, 'VALIDATION_ERROR'],
    ['22021', 400, 'VALIDATION_ERROR'],
    ['22P05', 400, 'VALIDATION_ERROR'],
    ['23502', 400, 'VALIDATION_ERROR'],
    ['23514', 400, 'VALIDATION_ERROR'],
    ['23505', 409, 'ALREADY_EXISTS'],
    ['23503', 409, 'CONFLICT'],
    ['42501', 403, 'FORBIDDEN'],
    ['57014', 504, 'TIMEOUT'],
    ['53100', 503, 'SERVICE_UNAVAILABLE'],
    ['53200', 503, 'SERVICE_UNAVAILABLE'],
    ['53300', 503, 'SERVICE_UNAVAILABLE'],
    ['55P03', 503, 'SERVICE_UNAVAILABLE'],
    ['57P01', 503, 'SERVICE_UNAVAILABLE'],
    ['57P03', 503, 'SERVICE_UNAVAILABLE'],
    ['08006', 503, 'SERVICE_UNAVAILABLE'],
    ['42P01', 503, 'SERVICE_UNAVAILABLE'],
    ['42883', 503, 'SERVICE_UNAVAILABLE'],
    ['3F000', 503, 'SERVICE_UNAVAILABLE'],
    ['54001', 500, 'INTERNAL_ERROR'],
    ['P0001', 500, 'INTERNAL_ERROR'],
    ['XX000', 500, 'INTERNAL_ERROR'],
  ])('%s becomes %i %s, without any of its text', async (sqlState, status, code) => {
    server.logLines.length = 0;
    await replaceCreate(raise(sqlState));
    const answer = await create();
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    const words = JSON.stringify([answer.body, ...answer.headers]);
    expect(words).not.toMatch(/canary|secret|app\.|sql|plpgsql|select|\.ts|at \w+ \(/i);
    expect(answer.headers.has('retry-after')).toBe(status === 503);
    const logged = server.logLines.map((line) => JSON.parse(line));
    expect(logged).toEqual(
      status < 500
        ? []
        : [
            expect.objectContaining({
              request_id: answer.body.request_id,
              operation: 'object_type.create',
              // Later failures are counted and logged once, without a stack.
              ...(sqlState === '53100'
                ? { first: code, reason: expect.stringMatching('canary') }
                : {
                    msg: code,
                    err: expect.objectContaining({
                      code: sqlState,
                      message: expect.stringMatching('canary'),
                    }),
                  }),
            }),
          ],
    );
  });

  it('that Insula did not raise cannot pass for one of its own', async () => {
    await replaceCreate(`raise exception using errcode = 'PT999', message = 'canary';`);
    const { status, body } = await create();
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('canary');
  });
});

describe('a database statement', () => {
  it('that takes too long is rolled back: 504', async () => {
    const hasty = await startTestServer(
      { LOG_LEVEL: 'error' },
      { pool: { statement_timeout: 500 } },
    );
    onTestFinished(() => hasty.close());
    const tenant = await createTenant(hasty);
    await replaceCreate(
      `insert into app.object_types (tenant_id, id, name) values (tenant, 'ot_late', 'late');
      perform pg_sleep(60);`,
      hasty,
    );
    const { status, body } = await create(tenant);
    expect([status, body.error.code]).toEqual([504, 'TIMEOUT']);
    expect((await tenant.get(`${types}/late`)).status).toBe(404);
  });

  it.each(['40001', '40P01'])(
    'that collides (%s) is retried without the client noticing',
    async (sqlState) => {
      await replaceCreate(`if nextval('app.attempts') < 3 then ${raise(sqlState)} end if;
      ${made}`);
      expect((await create()).status).toBe(201);
      expect(await attempts()).toBe(3);
    },
  );

  it.each([
    ['42501', 'new row violates row-level security policy for table "object_types"'],
    ['42704', 'unrecognized configuration parameter "app.tenant_id"'],
    ['XX000', 'could not find valid entry for shard 102210'],
  ])('that finds its tenant moved (%s) is retried, then 503', async (sqlState, message) => {
    await replaceCreate(`perform nextval('app.attempts');
      raise exception using errcode = '${sqlState}', message = '${message}';`);
    const { status, body } = await create();
    expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(JSON.stringify(body)).not.toMatch(/row-level|parameter|shard/);
    expect(await attempts()).toBe(3);
  });

  it.each([
    ['42883', 'function app.gone(text) does not exist'],
    ['42P01', 'relation "app.gone" does not exist'],
    ['3F000', 'schema "gone" does not exist'],
    ['26000', 'prepared statement "call" does not exist'],
    ['XX000', 'cache lookup failed for function 16384'],
    ['0A000', 'cached plan must not change result type'],
  ])('that meets an upgrade (%s: %s) is repeated on another connection', async (code, message) => {
    await replaceCreate(`if nextval('app.attempts') = 1 then
        perform setval('app.first_connection', pg_backend_pid());
        raise exception using errcode = '${code}', message = '${message}';
      end if;
      if (select last_value from app.first_connection) = pg_backend_pid() then ${raise('P0001')} end if;
      ${made}`);
    expect((await create()).status).toBe(201);
    expect(await attempts()).toBe(2);
  });

  it('that always collides is given up: 409', async () => {
    await replaceCreate(`perform nextval('app.attempts'); ${raise('40001')}`);
    const { status, body } = await create();
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await attempts()).toBe(3);
  });

  it('that fails otherwise is not retried', async () => {
    await replaceCreate(`perform nextval('app.attempts'); ${raise('P0001')}`);
    expect((await create()).status).toBe(500);
    expect(await attempts()).toBe(1);
  });

  it('leaves nothing behind on its connection', async () => {
    await replaceCreate(
      `perform set_config('app.tenant_id', 'ten_other', true); ${raise('P0001')}`,
    );
    await Promise.all(Array.from({ length: 20 }, () => create()));
    const left = await server.pool.query(`select current_setting('app.tenant_id', true) as tenant,
      current_setting('app.principal', true) as principal, current_user as role`);
    expect([null, '']).toContain(left.rows[0].tenant);
    expect([null, '']).toContain(left.rows[0].principal);
    expect(left.rows[0].role).toBe('insula_api');
  });
});

describe('simultaneous changes of one object', () => {
  it('are all applied, one after the other', async () => {
    const { body } = await api.post('/v1/objects/hot', { properties: {} });
    const path = `/v1/objects/hot/${body.data.id}`;
    const changes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => api.patch(path, { properties: { [`p${i}`]: i } })),
    );
    expect(changes.map(({ status }) => status)).toEqual(Array(60).fill(200));
    const { data } = (await api.get(path)).body;
    expect([data.version, Object.keys(data.properties)]).toEqual([
      61,
      expect.objectContaining({ length: 60 }),
    ]);
  });
});

describe('the connection of a refused request', () => {
  it('serves the next one', async () => {
    const closed: unknown[] = [];
    const note = (client: unknown) => void closed.push(client);
    server.pool.on('remove', note);
    await replaceCreate('perform 1/0;');
    for (let n = 0; n < 5; n++) {
      expect((await api.get('/v1/object-types/nothing')).status).toBe(404);
      expect((await create()).status).toBe(400);
    }
    expect(closed).toEqual([]);
    server.pool.off('remove', note);
  });
});
