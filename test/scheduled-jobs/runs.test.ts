import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createJob, fire, jobs, makeDue, runsOf, whenEnded } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

/** A closed port. */
async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

const exporting = { action_type: 'export', action_config: { object_type_id: 'things' } };
const withThings = () => api.post('/v1/object-types', { name: 'things' });
const get = async (id: string) => (await api.get(`${jobs}/${id}`)).body.data;
const lettersOf = async () => (await api.get('/v1/dlq')).body.data.messages;
const eventsOf = async (id: string) => {
  const { body } = await api.get(`/v1/audit-logs?resource_id=${id}`);
  return body.data.logs.map(({ action }: { action: string }) => action);
};

describe('a firing of a job', () => {
  it('runs it once, however many were missed, and schedules the next one in the future', async () => {
    await withThings();
    const { id } = await createJob(api, { ...exporting, cron_expression: '*/5 * * * *' });
    await makeDue(server, [id], '7 hours');
    const run = await whenEnded(server, api, id);
    expect(run).toMatchObject({
      status: 'succeeded',
      trigger: 'schedule',
      attempt: 1,
      error: null,
    });
    expect(run.output).toMatchObject({ status: 'pending', format: 'csv' });
    const age = Date.now() - Date.parse(run.scheduled_for);
    expect(Math.abs(age - 7 * 3_600_000)).toBeLessThan(60_000);
    const job = await get(id);
    expect(job).toMatchObject({ status: 'active', last_status: 'succeeded', run_count: 1 });
    expect(Date.parse(job.next_run_at)).toBeGreaterThan(Date.now());
    expect(await runsOf(api, id)).toHaveLength(1);
    expect(await eventsOf(run.id)).toEqual(['job.completed']);
    const { rows } = await server.db.query(
      `select causation_depth from app.journal where resource_id = $1`,
      [run.id],
    );
    expect(rows).toEqual([{ causation_depth: 1 }]);
  });

  it('is done by only one of two workers, for many jobs', async () => {
    await withThings();
    const second = await server.sibling();
    const made = Array.from({ length: 12 }, () => createJob(api, exporting));
    const ids = (await Promise.all(made)).map(({ id }) => id);
    await makeDue(server, ids);
    for (const id of ids) expect(await whenEnded(server, api, id)).toMatchObject({ attempt: 1 });
    const { rows } = await server.db.query(
      `select (select count(*)::int from app.job_runs where job_id = any ($1)) as runs,
         (select count(*)::int from app.exports where tenant_id = $2) as exports`,
      [ids, api.tenant.id],
    );
    expect(rows).toEqual([{ runs: 12, exports: 12 }]);
    await second.close();
  });

  it('has one run even when it recurs because clocks were set back or a change rescheduled it', async () => {
    const { id } = await createJob(api, exporting);
    const at = '2026-01-01T09:00:00Z';
    await fire(server, api, id, at);
    await fire(server, api, id, at);
    expect(await runsOf(api, id)).toHaveLength(1);
    const again = [api.tenant.id, id, at];
    const { rows } = await server.db.query(
      `select worker.schedule_fire($1, 'job', $2, $3, null) as fired`,
      again,
    );
    expect(rows).toEqual([{ fired: false }]);
  });

  it('is skipped while the previous run has not ended', async () => {
    const { id } = await createJob(api, exporting);
    await server.db.query(
      `with run as (
         insert into app.job_runs (tenant_id, id, job_id, status, trigger)
         values ($1, app.new_id('jrun'), $2, 'running', 'schedule') returning id)
       insert into app.work (tenant_id, kind, id, due_at, serial_key)
       select $1, 'job', id, now() + interval '1 hour', $2 from run`,
      [api.tenant.id, id],
    );
    await fire(server, api, id, '2026-01-01T09:00:00Z');
    expect((await runsOf(api, id))[0]).toMatchObject({
      status: 'skipped',
      error: 'The previous run had not finished yet.',
    });
    expect(await get(id)).toMatchObject({ run_count: 0, last_status: null });
  });

  it('starts nothing for a disabled job, and what was waiting is skipped', async () => {
    const { id } = await createJob(api, exporting);
    await server.db.query(
      `with job as (update app.scheduled_jobs set is_enabled = false where id = $2),
       run as (
         insert into app.job_runs (tenant_id, id, job_id, trigger)
         values ($1, app.new_id('jrun'), $2, 'schedule') returning id)
       insert into app.work (tenant_id, kind, id, serial_key) select $1, 'job', id, $2 from run`,
      [api.tenant.id, id],
    );
    await fire(server, api, id, '2026-01-01T09:00:00Z');
    expect(await whenEnded(server, api, id)).toMatchObject({ status: 'skipped' });
    expect(await runsOf(api, id)).toHaveLength(1);
  });
});

describe('a job that runs once', () => {
  const soon = () => ({ cron_expression: null, run_at: new Date(Date.now() + 400).toISOString() });

  it('fails after three attempts, becomes a dead letter, and completes when retried', async () => {
    const { id } = await createJob(api, { ...exporting, ...soon() });
    const run = await whenEnded(server, api, id);
    const error = 'There is no object type things here.';
    expect(run).toMatchObject({ status: 'failed', attempt: 3, error });
    expect(await get(id)).toMatchObject({ status: 'failed', run_count: 1, failure_count: 1 });
    expect(await eventsOf(run.id)).toEqual(['job.failed']);
    const [letter, ...others] = await lettersOf();
    expect(others).toEqual([]);
    const said = { source: 'job', source_id: id, record_id: run.id, task: 'job_run', error };
    expect(letter).toMatchObject({ ...said, attempts: 3, max_attempts: 3, status: 'dead' });

    await withThings();
    expect((await api.post(`/v1/dlq/${letter.id}/retry`)).body.data).toEqual({ retried: true });
    expect(await whenEnded(server, api, id)).toMatchObject({ id: run.id, status: 'succeeded' });
    expect(await lettersOf()).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'completed', run_count: 2 });
  });
});

describe('executing a job', () => {
  it('answers the outcome of the run', async () => {
    await withThings();
    const { id } = await createJob(api, exporting);
    const { status, body } = await api.post(`${jobs}/${id}/execute`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'succeeded', trigger: 'manual', attempt: 1 });
    expect(body.data.output.id).toMatch(/^exp_/);
    expect(body.data.duration_ms).toBeGreaterThanOrEqual(0);
    expect(await eventsOf(id)).toEqual(['job.executed', 'job.created']);
  });

  it('runs once per Idempotency-Key, and answers the same run again', async () => {
    await withThings();
    const { id } = await createJob(api, exporting);
    const call = () => api.post(`${jobs}/${id}/execute`, undefined, { 'idempotency-key': 'once' });
    const [first, second] = [await call(), await call()];
    expect(second.body.data).toEqual(first.body.data);
    expect(await runsOf(api, id)).toHaveLength(1);
  });

  it('ends a chain of automations at the fifth level', async () => {
    const { id } = await createJob(api, exporting);
    const deep = await api.post(`${jobs}/${id}/execute`, undefined, { 'x-insula-depth': '5' });
    expect([deep.status, deep.body.error.param]).toEqual([400, 'x-insula-depth']);
  });

  it('shows why a webhook call failed', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const { id } = await createJob(api, { action_type: 'webhook', action_config: { url } });
    const answered = api.post(`${jobs}/${id}/execute`);
    expect(await whenEnded(server, api, id)).toMatchObject({ status: 'failed', attempt: 3 });
    expect((await answered).body.data).toMatchObject({ status: 'failed' });
    const [letter] = await lettersOf();
    expect(JSON.stringify(letter.payload)).not.toContain(url);
  });
});

describe('a worker that was killed', () => {
  const attempted = (id: string, attempts: number) =>
    server.db.query(
      `with run as (
         insert into app.job_runs (tenant_id, id, job_id, status, trigger, attempt)
         values ($1, app.new_id('jrun'), $2, 'running', 'schedule', $3::int) returning id)
       insert into app.work (tenant_id, kind, id, due_at, serial_key, attempts)
       select $1, 'job', id, now(), $2, $3::int from run`,
      [api.tenant.id, id, attempts],
    );

  it('leaves its run to another worker', async () => {
    await withThings();
    const { id } = await createJob(api, exporting);
    await attempted(id, 1);
    expect(await whenEnded(server, api, id)).toMatchObject({ status: 'succeeded', attempt: 2 });
  });

  it('at every attempt leaves a dead letter', async () => {
    await withThings();
    const { id } = await createJob(api, exporting);
    await attempted(id, 3);
    const error = 'Every attempt was interrupted.';
    expect(await whenEnded(server, api, id)).toMatchObject({ status: 'failed', error });
    expect(await lettersOf()).toMatchObject([{ source: 'job', error }]);
  });
});
