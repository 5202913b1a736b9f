import type pg from 'pg';
import { expect, it } from 'vitest';
import { findLosses } from '../../src/db/give-up.ts';
import { createTenant } from '../support/api.ts';
import { copyRows } from '../support/copy-rows.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { createWebhook } from '../webhooks/support.ts';
import { keyOf, openInstallation } from './support.ts';

const [old, next] = [keyOf(1), keyOf(2)];
const api = { api: true, worker: false };
const count = 1_200;

it('a reseal whose worker is killed goes on, wherever it was', { timeout: 600_000 }, async () => {
  const { db, start, envWith, platformKey, reseal, ended } = await openInstallation();
  const first = await start(api, [old]);
  const server = { url: first.url, platformKey, db } as unknown as TestServer;
  const tenant = await createTenant(server);
  await createWebhook(tenant, { url: 'http://127.0.0.1:9' });
  await copyRows(db, tenant.tenant.id, { table: 'webhooks' }, 2, count);
  await first.stop();
  const { url } = await start(api, [next, old]);
  const path = await reseal(url);

  const work = async () =>
    insula(['start', '--worker-only'], {
      ...envWith([next, old]),
      DATA_DIR: await temporaryFolder(),
      LOG_LEVEL: 'warn',
    });
  const left = async () => {
    const client = await db.connect();
    const found = await findLosses(client as unknown as pg.Client, Buffer.from(next, 'base64'));
    client.release();
    return found.count;
  };
  /** The worker is killed when it waits for what `lock` holds. */
  async function killAt(lock: string) {
    const holder = await db.connect();
    await holder.query('begin');
    await holder.query(lock);
    const worker = await work();
    await untilBlocked(db, holder);
    worker.child.kill('SIGKILL');
    await worker.exit();
    await db.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'insula_worker'`,
    );
    await holder.query('rollback');
    holder.release();
    // As the end of its lease would.
    await db.query(`update app.work set due_at = now() where kind = 'task'`);
  }
  const nth = (n: number) =>
    `select from app.webhooks where id = (select id from app.webhooks order by id limit 1 offset ${n}) for update`;

  await killAt(nth(10));
  const untouched = await left();
  expect(untouched).toBeGreaterThanOrEqual(count);
  await killAt(nth(700));
  expect(await left()).toBe(untouched - 500);
  // In the transaction that changes the passwords of the logins.
  await killAt(`select from app.encryption_keys where other_secrets is null for update`);
  expect(await left()).toBe(0);
  const known = await db.query('select cardinality(app.keys_in_force()) as count');
  expect(known.rows[0].count).toBe(2);

  const worker = await work();
  const done = await ended(url, path);
  expect(done).toMatchObject({ status: 'completed', error: null, failures: [] });
  expect(done.progress).toMatchObject({ total: done.progress.done });
  // Each was sealed again once.
  expect(done.progress.done).toBeLessThanOrEqual(count + 2);
  const now = await db.query('select cardinality(app.keys_in_force()) as count');
  expect(now.rows[0].count).toBe(1);
  worker.child.kill('SIGTERM');
  await until(worker.exit, (code) => code === 0);
});
