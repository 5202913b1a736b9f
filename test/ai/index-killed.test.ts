import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { indexOf, ready, setIndex, startEmbedder, useEmbedder } from './embedder.ts';

const opened = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
const server = useOwnDatabase(opened);
const running: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

it('an ai_index whose worker is killed goes on behind the vectors that were committed, and makes none twice', async () => {
  const models = await startEmbedder();
  running.push(models);
  const api = await createTenant(server);
  const notes = await defineType(api, { title: 'string' }, { name: 'notes' });
  await useEmbedder(api, models);
  for (const part of ['a', 'b']) {
    const objects = Array.from({ length: 100 }, (_, n) => ({
      properties: { title: `${part}${n}` },
    }));
    await made(api.post(`${notes.path}/batch/create`, { objects }));
  }
  await made(setIndex(api, notes, { properties: ['title'] }));

  const dataDir = await mkdtemp(join(tmpdir(), 'insula-test-'));
  running.push({ close: () => rm(dataDir, { recursive: true, force: true }) });
  const { databaseUrl, encryptionKey } = server.config;
  models.refuse = () => (models.requests.length === 3 ? 'silence' : undefined);
  const worker = insula(['start', '--worker-only'], {
    DATABASE_URL: databaseUrl as string,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    DATA_DIR: dataDir,
    ...opened,
  });
  await until(
    async () => models.requests.length,
    (asked) => asked === 3,
  );
  worker.child.kill('SIGKILL');
  await worker.exit();
  expect(await indexOf(api, notes)).toMatchObject({ status: 'building', done: 100, total: 200 });
  // Changed while no worker was running.
  const { id } = (await made(api.get(`${notes.path}/list?limit=1`))).results[0];
  await made(api.patch(`${notes.path}/${id}`, { properties: { title: 'another' } }));

  // When its lease has ended:
  await server.db.query('update app.work set due_at = now() where tenant_id = $1', [api.tenant.id]);
  running.push(await server.sibling({ WORKER: 'on', ...opened }));
  expect(await ready(api, notes)).toMatchObject({ done: 200, total: 200 });
  await until(
    async () =>
      (
        await server.db.query(
          `select count(*)::int as left from app.work where tenant_id = $1 and kind = 'ai_index'`,
          [api.tenant.id],
        )
      ).rows[0].left,
    (left) => left === 0,
  );
  const lost = models.texts()[2] ?? [];
  const answered = models.texts().flatMap((texts, n) => (n === 2 ? [] : texts));
  expect(lost).toHaveLength(50);
  expect(new Set(answered).size).toBe(answered.length);
  expect(answered).toEqual(expect.arrayContaining(lost));
  const asked = { object_type_id: 'notes', query: 'another', limit: 1 };
  const { results } = await made(api.post('/v1/ai/vector-search', asked));
  expect(results).toMatchObject([{ id, text: 'another' }]);
});
