import { describe, expect, it, onTestFinished } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import * as metrics from '../support/metrics.ts';
import { valueIn } from '../support/metrics.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const scrape = () => metrics.scrape(server);
const value = async (metric: string) => valueIn(await scrape(), metric);
const shows = (metric: string, isWanted: (value: number) => boolean) =>
  metrics.shows(server, metric, isWanted);

describe('/metrics', () => {
  it('counts workers that live, that have gone silent, and that are stuck', async () => {
    const seen = (process: string, lanes: string[]) =>
      asWorker(server, 'select worker.process_seen($1, $2, 1, $3, $4)', [
        process,
        'machine',
        '1.1.0',
        lanes,
      ]);
    await seen('one', []);
    await seen('two', ['webhook']);
    await seen('three', []);
    await server.db.query(
      `update app.worker_processes set seen_at = now() - interval '1 minute' where process_id = 'three'`,
    );
    await shows('insula_workers{state="alive"}', (count) => count === 2);
    await shows('insula_workers{state="stuck"}', (count) => count === 1);
    await shows('insula_workers{state="silent"}', (count) => count === 1);
  });

  it('reports since when work is queued, although it is put off again and again', async () => {
    await server.db.query(
      `insert into app.work (tenant_id, kind, id, due_at, attempts, created_at)
       values ($1, 'task', 'index_build x', now() + interval '1 hour', 7, now() - interval '2 hours')`,
      [api.tenant.id],
    );
    await shows('insula_queue_age_seconds{kind="task"}', (age) => age >= 7200);
    const text = await scrape();
    expect(valueIn(text, 'insula_queue_oldest_seconds{kind="task"}')).toBe(0);
    expect(valueIn(text, 'insula_queue_again{kind="task"}')).toBe(1);
    await server.db.query('delete from app.work');
  });

  it('reports when housekeeping last finished', async () => {
    await server.db.query(
      `update app.worker_rounds set ended_at = now() - interval '3 hours' where name = 'housekeeping'`,
    );
    await shows('insula_housekeeping_age_seconds', (age) => age >= 10_800 && age < 11_000);
    await asWorker(server, `select worker.round_ended('housekeeping')`, []);
    await shows('insula_housekeeping_age_seconds', (age) => age < 60);
  });

  it('reports how long a transaction that feeds wait for has been open, in any database', async () => {
    await shows('insula_db_oldest_transaction_seconds', (seconds) => seconds < 5);
    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query('select pg_current_xact_id()');
    await api.post('/v1/object-types', { name: 'held_up' });
    await shows('insula_feed_lag_seconds', (seconds) => seconds > 5);
    await shows('insula_db_oldest_transaction_seconds', (seconds) => seconds > 5);
    await holder.query('rollback');
    holder.release();
    await shows('insula_feed_lag_seconds', (seconds) => seconds < 5);
  });

  it('shows what a worker has counted of all tenants', async () => {
    await createTenant(server);
    await server.db.query(
      `insert into app.backups (id, about_tenant, type, source, status, created_by, created_at, finished_at, checksum, size_bytes)
       values (app.new_id('bak'), $1, 'tenant', 'api', 'completed', 'platform', now(), '2026-01-01Z', 'sha256:0', 1234)`,
      [api.tenant.id],
    );
    await asWorker(server, 'select worker.figures_count()', []);
    const { rows } = await server.db.query(
      `select count(*)::int as n from app.tenants where status = 'active'`,
    );
    await shows('insula_tenants{status="active"}', (count) => count === rows[0].n);
    const text = await scrape();
    expect(valueIn(text, 'insula_tenants{status="suspended"}')).toBe(0);
    expect(valueIn(text, 'insula_storage_bytes{kind="backups"}')).toBe(1234);
    expect(valueIn(text, 'insula_storage_bytes{kind="files"}')).toBe(0);
    expect(valueIn(text, 'insula_backup_last_success_timestamp_seconds{type="tenant"}')).toBe(
      Date.parse('2026-01-01') / 1000,
    );
  });

  it('counts calls with a platform key that is not good, and not those with a good one', async () => {
    const count = async () => (await value('insula_platform_auth_failed_total')) ?? 0;
    const before = await count();
    const stranger = await fetch(`${server.url}/admin/tenants`, {
      headers: { authorization: `Bearer inp_live_${'a'.repeat(32)}` },
    });
    expect([stranger.status, await count()]).toEqual([401, before + 1]);
  });

  it('shows size, age of transaction numbers, clocks, disks and the main thread', async () => {
    const text = await scrape();
    expect(valueIn(text, 'insula_db_bytes')).toBeGreaterThan(1_000_000);
    expect(valueIn(text, 'insula_db_xid_age')).toBeGreaterThan(0);
    // One machine, one clock.
    expect(Math.abs(valueIn(text, 'insula_db_clock_skew_seconds') as number)).toBeLessThan(5);
    expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    for (const quantile of ['0.5', '0.99', '1'])
      expect(
        valueIn(text, `insula_process_event_loop_lag_seconds{quantile="${quantile}"}`),
      ).toBeGreaterThanOrEqual(0);
  });

  it('counts what was answered 429 by what was used up', async () => {
    const before = (await value('insula_http_throttled_total{cause="key_rate"}')) ?? 0;
    const slow = await api.withKey(['read'], { rate_limit: 1 });
    const ask = () => slow.get('/v1/object-types');
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    await shows('insula_http_throttled_total{cause="key_rate"}', (count) => count === before + 1);
  });

  it('goes on while the queue is locked', async () => {
    const holder = await server.db.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin; lock table app.work in access exclusive mode');
    const { status, body } = await until(
      () => platformClient(server).get('/metrics'),
      (answer) => !String(answer.body).includes('insula_queue_pending{'),
    );
    expect(body).toEqual(expect.any(String));
    expect(status).toBe(200);
    expect(valueIn(body, 'insula_workers{state="alive"}')).toBeDefined();
  });
});
