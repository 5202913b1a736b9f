import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { define } from './support.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const count = async (event: string) =>
  (await api.get(`/v1/events/list?event_type=${event}`)).body.data.total;

describe('a function run', () => {
  it('answers its output and log, and is stored', async () => {
    const path = await define(
      api,
      `export default (input, ctx) => {
         ctx.log('hi', input, [1]); ctx.log('warn', 'careful'); console.error(new Error('odd'));
         return { text: 'Hello ' + input.name, trigger: ctx.trigger, version: ctx.function.version };
       }`,
    );
    const { status, headers, body } = await api.post(`${path}/execute`, { input: { name: 'Ada' } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      output: { text: 'Hello Ada', trigger: { type: 'http' }, version: 1 },
      status: 'succeeded',
      logs: [
        { level: 'info', message: 'hi {"name":"Ada"} [1]' },
        { level: 'warn', message: 'careful' },
        { level: 'error', message: expect.stringMatching(/^Error: odd\n.*function\.js:2/) },
      ],
    });
    const { logs, total } = (await api.get(`${path}/logs`)).body.data;
    expect(total).toBe(1);
    expect(logs[0]).toMatchObject({
      run_id: body.data.run_id,
      status: 'succeeded',
      level: 'info',
      trigger: { type: 'http' },
      input: { name: 'Ada' },
      output: body.data.output,
      lines: body.data.logs,
      duration_ms: body.data.duration_ms,
    });
    expect((await api.get(`${path}/logs/${logs[0].id}`)).body.data).toEqual(logs[0]);
    expect((await api.get(`${path}/logs/fnrun_0`)).status).toBe(404);
    expect((await api.get(path)).body.data.last_executed_at).toBe(logs[0].finished_at);
    const receipt = await api.get(`/v1/transactions/${headers.get('x-tx-id')}`);
    expect(receipt.body.data.changes).toMatchObject([{ type: 'function.executed' }]);
  });

  it('can be found by its status', async () => {
    const path = await define(api, 'export default ({ ok }) => { if (!ok) throw new Error("no") }');
    await api.post(`${path}/execute`, { input: { ok: true } });
    const failed = await api.post(`${path}/execute`, {});
    expect([failed.status, failed.body.error.message]).toEqual([400, 'Error: no (line 1)']);
    for (const [status, total] of [
      ['succeeded', 1],
      ['failed', 1],
      ['timeout', 0],
    ])
      expect((await api.get(`${path}/logs?status=${status}`)).body.data.total).toBe(total);
    expect((await api.get(`${path}/logs?status=odd`)).status).toBe(400);
  });

  it('is refused for a disabled function', async () => {
    const path = await define(api, 'export default () => 1', { enabled: false });
    for (const body of [{}, { async: true }]) {
      const { status, body: answer } = await api.post(`${path}/execute`, body);
      expect([status, answer.error.code]).toEqual([409, 'INVALID_STATE']);
    }
    expect((await api.get(`${path}/logs`)).body.data.total).toBe(0);
  });

  it('waits for a worker when called with async', async () => {
    const path = await define(api, 'export default () => 1');
    const { status, body } = await api.post(`${path}/execute`, { async: true });
    expect([status, body.data]).toEqual([
      202,
      {
        run_id: expect.stringMatching(/^fnrun_/),
        status: 'queued',
        output: null,
        duration_ms: null,
        logs: [],
      },
    ]);
    expect((await api.get(`${path}/logs/${body.data.run_id}`)).body.data.status).toBe('queued');
    await api.delete(path);
    const { rows } = await server.db.query('select from app.work where id = $1', [
      body.data.run_id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a function call that is repeated', () => {
  it('with its Idempotency-Key runs once, whether it succeeded or failed', async () => {
    const path = await define(
      api,
      `export default async (input, ctx) => {
         await ctx.emit('once');
         if (input.bad) throw new Error('bad');
         return Math.random();
       }`,
    );
    const headers = { 'idempotency-key': randomUUID() };
    const first = await api.post(`${path}/execute`, {}, headers);
    const second = await api.post(`${path}/execute`, {}, headers);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.data).toEqual(first.body.data);
    expect(await count('once')).toBe(1);
    const badly = { 'idempotency-key': randomUUID() };
    const bad = await api.post(`${path}/execute`, { input: { bad: true } }, badly);
    const again = await api.post(`${path}/execute`, { input: { bad: true } }, badly);
    expect([bad.status, again.status]).toEqual([400, 400]);
    expect(again.body.error).toEqual(bad.body.error);
    expect(await count('once')).toBe(2);
  });

  it('while the first call is running is told so', async () => {
    const path = await define(api, 'export default () => 1');
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await api.post(`${path}/execute`, {}, headers);
    await server.db.query(`update app.function_runs set status = 'running' where id = $1`, [
      body.data.run_id,
    ]);
    const again = await api.post(`${path}/execute`, {}, headers);
    expect([again.status, again.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
  });

  it('as a dry run runs nothing', async () => {
    const path = await define(api, `export default (_, ctx) => ctx.emit('dry')`);
    const { body } = await api.post(`${path}/execute?dry_run=true`, {});
    expect(body).toMatchObject({ dry_run: true, data: { output: null } });
    expect([await count('dry'), (await api.get(`${path}/logs`)).body.data.total]).toEqual([0, 0]);
  });
});

describe('simultaneous function calls', () => {
  it('are refused beyond 4 per tenant, and do not delay another tenant', async () => {
    const other = await createTenant(server);
    const path = await define(
      api,
      'export default () => { const t = Date.now(); while (Date.now() - t < 200); return 1 }',
    );
    const quick = await define(other, 'export default () => 1');
    const flood = Array.from({ length: 20 }, () => api.post(`${path}/execute`, {}));
    const one = await other.post(`${quick}/execute`, {});
    expect(one.status).toBe(200);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBe(20 - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused)
      expect([body.error.code, headers.get('retry-after')]).toEqual(['CONCURRENCY_LIMITED', '1']);
    expect((await api.post(`${path}/execute`, {})).status).toBe(200);
  });
});

it('housekeeping marks interrupted function runs as failed and removes old ones', async () => {
  const path = await define(api, 'export default () => 1');
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await api.post(`${path}/execute`, {})).body.data.run_id);
  await server.db.query(
    `update app.function_runs set status = 'running', started_at = now() - interval '6 minutes' where id = $1`,
    [ids[0]],
  );
  await server.db.query(
    `update app.function_runs set created_at = now() - interval '31 days' where id = $1`,
    [ids[1]],
  );
  await server.db.query('select worker.housekeeping()');
  const { logs } = (await api.get(`${path}/logs`)).body.data;
  expect(logs).toMatchObject([
    { id: ids[2], status: 'succeeded' },
    { id: ids[0], status: 'failed', error: 'The process that was running it was stopped.' },
  ]);
  expect(logs).toHaveLength(2);
});
