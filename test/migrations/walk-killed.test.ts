import { expect, it, onTestFinished } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { copyRows } from '../support/copy-rows.ts';
import { defineType } from '../support/define-type.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
const count = 1_500;

it('a reindex whose worker is killed goes on where it was, and pauses between two chunks', async () => {
  const operator = platformClient(server);
  const api = await createTenant(server);
  const { path } = await defineType(api, { title: { data_type: 'string', is_indexed: true } });
  await good(api.post(path, { properties: { title: 'one' } }));
  await copyRows(server.db, api.tenant.id, { table: 'objects' }, 2, count);
  await server.db.query(
    `update app.object_counts set live = $2 where tenant_id = $1 and live > 0`,
    [api.tenant.id, count],
  );
  // The first worker stops at this one, in the second chunk of objects.
  const holder = await server.db.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query(
    'select from app.objects where id = (select id from app.objects order by id limit 1 offset 900) for update',
  );
  const { id } = await good(operator.post('/admin/migrations/fleet', { type: 'reindex' }));
  const shown = async () => (await operator.get(`/admin/migrations/${id}`)).body.data;
  const work = async () =>
    insula(['start', '--worker-only'], {
      DATABASE_URL: server.config.databaseUrl as string,
      ENCRYPTION_KEY: server.config.encryptionKey.toString('base64'),
      DATA_DIR: await temporaryFolder(),
      LOG_LEVEL: 'warn',
    });
  const killed = await work();
  await untilBlocked(server.db, holder);
  const before = await shown();
  expect(before.status).toBe('running');
  expect(before.progress.done).toBeGreaterThan(0);
  killed.child.kill('SIGKILL');
  await killed.exit();
  await good(operator.post(`/admin/migrations/${id}/pause`));
  await holder.query('rollback');

  const worker = await work();
  await good(operator.post(`/admin/migrations/${id}/resume`));
  // As the end of the lease would.
  await server.db.query(`update app.work set due_at = now() where kind = 'task'`);
  const done = await until(shown, ({ status }) => status !== 'running');
  expect(done).toMatchObject({ status: 'completed', failures: [], error: null });
  // Each object was looked at once, and its row of the index at most once.
  expect(done.progress.done).toBeLessThanOrEqual(2 * count);
  expect((await checkIndex(server.db)).filter((one) => one.startsWith('object_index'))).toEqual([]);
  worker.child.kill('SIGTERM');
  expect(await worker.exit()).toBe(0);
});
