import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../src/db/ask.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { groups, routes } from '../../src/groups/index.ts';
import { createFinder } from '../../src/operations/find-route.ts';
import { createLog } from '../../src/pulse/log.ts';
import { Wakeups } from '../../src/pulse/wakeups.ts';
import { WorkerFunctions } from '../../src/tools/functions/worker-functions.ts';
import { WorkerSql } from '../../src/tools/functions/worker-sql.ts';
import { operationServices } from '../../src/tools/services/operation-services.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { define } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things', user_access: 'open' });
});

type Log = Record<string, unknown>;
const logsOf = async (path: string): Promise<Log[]> =>
  (await api.get(`${path}/logs?limit=100`)).body.data.logs;
const ended = (path: string, count = 1) =>
  until(
    () => logsOf(path),
    (logs) =>
      logs.filter(({ status }) => !['queued', 'running'].includes(status as string)).length >=
      count,
  );
const eventCode = `export default async (event, ctx) => {
  await ctx.emit('seen', { name: event.data.properties.name, by: ctx.caller, trigger: ctx.trigger });
}`;
const seen = async () => (await api.get('/v1/events/list?event_type=seen')).body.data.events;

describe('a function triggered by events', () => {
  it('does not run for a key that was revoked', async () => {
    const writer = await api.withKey(['read', 'write']);
    const path = await define(writer, 'export default () => 1', {
      trigger_type: 'event',
      trigger_event: 'object.created',
    });
    await api.delete(`/v1/keys/${writer.keyId}`);
    await api.post('/v1/objects/things', {});
    const [log] = await until(
      () => logsOf(path),
      ([one]) => Boolean(one?.error),
    );
    expect(log?.error).toMatch(/^No one to act as/);
    expect(log?.status).not.toBe('succeeded');
  });

  it('runs for an event of its name and type, as its author, one level deeper', async () => {
    await api.post('/v1/object-types', { name: 'others' });
    const path = await define(api, eventCode, {
      trigger_type: 'event',
      trigger_event: 'object.created',
      object_type_id: 'things',
    });
    await api.post('/v1/objects/others', { properties: { name: 'other' } });
    await api.post('/v1/objects/things', { properties: { name: 'Ada' } });
    const [log] = await ended(path);
    expect(log).toMatchObject({
      status: 'succeeded',
      attempt: 1,
      trigger: { type: 'event', event_type: 'object.created' },
      input: { type: 'object.created', data: { properties: { name: 'Ada' } } },
    });
    expect(await logsOf(path)).toHaveLength(1);
    const [{ data }] = await seen();
    const id = path.split('/').at(-1);
    const [{ id: keyId }] = (await api.get('/v1/keys')).body.data;
    expect(data).toMatchObject({
      name: 'Ada',
      by: { type: 'api_key', id: keyId },
      trigger: log?.trigger,
    });
    const { rows } = await server.db.query(
      `select type, causation_depth, actor->>'id' as actor, actor->'by'->>'id' as by from app.journal
       where tenant_id = $1 and causation_depth > 0 order by id`,
      [api.tenant.id],
    );
    expect(rows).toEqual([
      { type: 'custom.seen', causation_depth: 1, actor: keyId, by: id },
      { type: 'function.executed', causation_depth: 1, actor: keyId, by: null },
    ]);
  });

  it('runs with no more rights than the author of its code', async () => {
    const writer = await api.withKey(['write']);
    const path = await define(
      writer,
      `export default (_, ctx) => ctx.api.post('/v1/keys', { scopes: ['*'] }).catch((error) => error.code)`,
      { trigger_type: 'event', trigger_event: 'custom.raise' },
    );
    // A user who changes something else does not vouch for the code.
    await api.patch(path, { name: 'renamed' });
    await api.post('/v1/events', { event_type: 'raise' });
    expect((await ended(path))[0]).toMatchObject({ output: 'INSUFFICIENT_SCOPE' });
    const code = `export default async (_, ctx) => (await ctx.api.get('/v1/keys')).length`;
    await api.patch(path, { code, trigger_event: 'custom.raise' });
    await api.post('/v1/events', { event_type: 'raise' });
    expect((await ended(path, 2))[0]).toMatchObject({ output: 2 });
  });

  it('does not run while it is disabled or listens to other events', async () => {
    const event = { trigger_type: 'event', trigger_event: 'object.created' };
    const path = await define(api, eventCode, { ...event, enabled: false });
    const other = await define(api, eventCode, event);
    await api.patch(other, { trigger_event: 'object.deleted' });
    const control = await define(api, eventCode, event);
    const made = await api.post('/v1/objects/things', {});
    await ended(control);
    expect([await logsOf(path), await logsOf(other)]).toEqual([[], []]);
    await api.patch(path, { enabled: true });
    await api.delete(`/v1/objects/things/${made.body.data.id}`);
    await ended(other);
  });

  it('stops at the fifth level when functions trigger each other in a circle', async () => {
    const path = await define(
      api,
      `export default (_, ctx) => ctx.api.post('/v1/objects/things', {})`,
      {
        trigger_type: 'event',
        trigger_event: 'object.created',
      },
    );
    await api.post('/v1/objects/things', {});
    const logs = await ended(path, 6);
    expect(logs.map(({ status }) => status)).toEqual(['skipped', ...Array(5).fill('succeeded')]);
    expect((await api.get('/v1/objects/things/list')).body.data.total).toBe(6);
  });

  it('is tried three times, then becomes a dead letter', async () => {
    const path = await define(
      api,
      'export default () => { console.log("trying"); throw new Error("never") }',
      {
        trigger_type: 'event',
        trigger_event: 'custom.go',
      },
    );
    await api.post('/v1/events', { event_type: 'go' });
    const soon = setInterval(() => {
      void server.db.query(
        `update app.work set due_at = now() where due_at < now() + interval '10 s'`,
      );
    }, 50);
    const [log] = await ended(path).finally(() => clearInterval(soon));
    expect(log).toMatchObject({ status: 'failed', attempt: 3, error: 'Error: never (line 1)' });
    const told = await server.db.query(
      `select j.type from app.journal j where j.tenant_id = $1 and j.type ~ '^function[.](executed|failed)$'`,
      [api.tenant.id],
    );
    expect(told.rows).toEqual([{ type: 'function.failed' }]);
    const { rows } = await server.db.query(
      `select source, source_id, record_id, task, error, attempts, max_attempts, status
       from app.dead_letters where tenant_id = $1`,
      [api.tenant.id],
    );
    expect(rows).toEqual([
      {
        source: 'function',
        source_id: path.split('/').at(-1),
        record_id: log?.id,
        task: 'function_run',
        error: 'Error: never (line 1)',
        attempts: 3,
        max_attempts: 3,
        status: 'dead',
      },
    ]);
    const failed = await api.get('/v1/audit-logs?action=function.failed');
    expect(failed.body.data.total).toBe(1);
    // A retry that works settles it.
    await api.patch(path, { code: 'export default () => 1' });
    await server.db.query(`select app.work_add($1, 'function', $2)`, [api.tenant.id, log?.id]);
    await until(
      () => logsOf(path),
      ([one]) => one?.status === 'succeeded',
    );
    const left = await server.db.query('select from app.dead_letters where tenant_id = $1', [
      api.tenant.id,
    ]);
    expect(left.rowCount).toBe(0);
  });
});

it('a function run whose worker was killed at each attempt has failed', async () => {
  const path = await define(api, 'export default () => 1');
  const { rows } = await server.db.query(
    `with run as (
       insert into app.function_runs (tenant_id, id, function_id, version, status, trigger, principal)
       values ($1, app.new_id('fnrun'), $2, 1, 'running', '{"type": "event"}', '{"type": "function"}') returning id)
     insert into app.work (tenant_id, kind, id, attempts)
     select $1, 'function', r.id, 3 from run r returning id`,
    [api.tenant.id, path.split('/').at(-1)],
  );
  expect(await ended(path)).toMatchObject([
    { id: rows[0].id, status: 'failed', error: 'The worker that was running it was stopped.' },
  ]);
});

describe('a function with a schedule', () => {
  it('runs when it is due, by cron or once', async () => {
    const daily = await define(api, 'export default (input) => input', {
      trigger_type: 'schedule',
      cron_expression: '0 9 * * *',
      timezone: 'Europe/Berlin',
    });
    const once = await define(api, 'export default () => 1', {
      trigger_type: 'schedule',
      run_at: '2999-01-01T00:00:00Z',
    });
    expect((await api.get(daily)).body.data.next_run_at).toMatch(/T0[78]:00:00/);
    expect((await api.get(once)).body.data.next_run_at).toMatch(/^2999-01-01T00:00:00/);
    await server.db.query('update app.schedules set next_run_at = now() where tenant_id = $1', [
      api.tenant.id,
    ]);
    const [log] = await ended(daily);
    expect(log).toMatchObject({ trigger: { type: 'schedule' }, status: 'succeeded' });
    expect(log?.output).toEqual(log?.input);
    await ended(once);
    expect((await api.get(daily)).body.data.next_run_at).toMatch(/T0[78]:00:00/);
    expect((await api.get(once)).body.data.next_run_at).toBeNull();
    const disabled = await api.patch(daily, { enabled: false });
    expect(disabled.body.data.next_run_at).toBeNull();
    const enabled = await api.patch(daily, { enabled: true });
    expect(enabled.body.data.next_run_at).toMatch(/T0[78]:00:00/);
    const other = await api.patch(daily, { trigger_type: 'http' });
    expect(other.body.data).toMatchObject({ cron_expression: null, next_run_at: null });
  });
});

describe('an async function call', () => {
  it('is run by the worker as its caller, once', async () => {
    const user = await signUp(api);
    const role = await api.post('/v1/roles', {
      name: 'runner',
      permissions: ['functions:execute'],
    });
    await api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.body.data.id });
    const path = await define(
      api,
      `export default async (input, ctx) => {
         await ctx.api.get('/v1/keys').catch((error) => ctx.log('warn', error.status));
         const made = await ctx.api.post('/v1/objects/things', {});
         if (input.fail) throw new Error('asked for');
         return [ctx.caller.email, made.created_by];
       }`,
    );
    const { body } = await user.client.post(`${path}/execute`, { async: true });
    const [log] = await ended(path);
    expect(log).toMatchObject({
      id: body.data.run_id,
      status: 'succeeded',
      output: [user.email, expect.stringContaining(user.user.id)],
      lines: [{ level: 'warn', message: '403' }],
    });
    await user.client.post(`${path}/execute`, { async: true, input: { fail: true } });
    expect((await ended(path, 2))[0]).toMatchObject({ status: 'failed', attempt: 1 });
    const letters = await server.db.query('select from app.dead_letters where tenant_id = $1', [
      api.tenant.id,
    ]);
    expect(letters.rowCount).toBe(0);
  });
});

describe('a function started by an automation or a job', () => {
  it('runs at once, or reports why it does not', async () => {
    const { databaseUrl, encryptionKey } = server.config;
    const { worker: url } = databaseUrls(databaseUrl as string, encryptionKey);
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    const log = createLog(server.config);
    const wakeups = new Wakeups(url, 'test bell', log);
    const { findRoute } = createFinder(routes, server.config);
    const services = operationServices(
      server.config,
      {
        url,
        lookOutbound: async () => ({ held: false, at: '', changed: {} }),
        lookInstallation: async () => ({
          ...{ self_serve: null, read_only: false, maintenance: null, shard: 'active' },
        }),
        lookRoutes: async () => ({ stamp: '' }),
        ensureLogin: (tenant, verifier) =>
          ask(pool, 'select worker.sql_login($1, $2) as answer', [tenant, verifier]),
      },
      groups,
      {},
    );
    const sql = new WorkerSql(pool, services, findRoute);
    const functions = new WorkerFunctions({ pool, wakeups, findRoute, sql, services });
    const path = await define(
      api,
      `export default async (input, ctx) => {
         if (input.fail) throw new Error('no');
         return [input.a, ctx.trigger.type, (await ctx.api.get('/v1/object-types')).length];
       }`,
      { env: { A: 'b' } },
    );
    const request = {
      tenant: api.tenant.id,
      functionId: path.split('/').at(-1) as string,
      input: { a: 1 } as unknown,
      trigger: { type: 'automation', automation_id: 'auto_1' },
      principal: { type: 'automation', id: 'auto_1', scopes: ['*'] },
      causationDepth: 1,
    };
    const run = (changes: object) => functions.run({ ...request, ...changes });
    const good = await run({});
    expect(good).toMatchObject({ status: 'succeeded', output: [1, 'automation', 1], error: null });
    expect((await api.get(`${path}/logs/${good.run_id}`)).body.data.trigger).toEqual(
      request.trigger,
    );
    const bad = await run({ input: { fail: true } });
    expect(bad).toMatchObject({ status: 'failed', error: 'Error: no (line 2)' });
    expect(await run({ causationDepth: 5 })).toMatchObject({ status: 'skipped' });
    const other = await createTenant(server);
    expect(await run({ tenant: other.tenant.id })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('There is no function'),
    });
    await api.patch(path, { enabled: false });
    expect(await run({})).toMatchObject({ status: 'skipped', error: 'The function is disabled.' });
    await functions.close();
    await services.tenantLogins.close();
    await wakeups.close();
    await pool.end();
  });
});
