import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { create, defineThings, startSource, sync, things } from './support.ts';

const opened = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
const server = useOwnDatabase(opened);
const running: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

it('a sync whose worker is killed goes on behind the rows that were committed, and writes none twice', async () => {
  const api = await createTenant(server);
  await defineThings(api);
  const codes = ['a', 'b', 'c', 'd', 'e'];
  let isSilent = true;
  const source = await startSource(({ url }) => {
    const at = Number(url.searchParams.get('at') ?? 0);
    if (isSilent && at === 2) return new Promise<never>(() => {});
    const next = at + 1 < codes.length ? String(at + 1) : undefined;
    return { body: { items: [{ code: codes[at], amount: at }], next } };
  });
  running.push(source);
  const config_json = {
    url: source.url,
    records: 'items',
    paging: { style: 'cursor', param: 'at', path: 'next' },
  };
  const mapping = ['code', 'amount'].map((name) => ({ from: name, to: name }));
  const { id } = await create(api, { provider: 'http_json', config_json, mapping });

  const dataDir = await mkdtemp(join(tmpdir(), 'insula-test-'));
  running.push({ close: () => rm(dataDir, { recursive: true, force: true }) });
  const { databaseUrl, encryptionKey } = server.config;
  const worker = insula(['start', '--worker-only'], {
    DATABASE_URL: databaseUrl as string,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    DATA_DIR: dataDir,
    ...opened,
  });
  const syncing = sync(api, id);
  await until(
    async () => source.asked.length,
    (asked) => asked === 3,
  );
  // While it lives, its work stays its own.
  const due = async () => {
    const work = 'select due_at from app.work where tenant_id = $1';
    return (await server.db.query<{ due_at: Date }>(work, [api.tenant.id])).rows[0]?.due_at;
  };
  const first = Number(await due());
  await until(due, (later) => Number(later) > first);
  worker.child.kill('SIGKILL');
  await worker.exit();
  expect((await things(api)).map(({ code }) => code)).toEqual(['a', 'b']);

  // Its lease ends soon, and with that:
  const { rows: waits } = await server.db.query(
    `select due_at <= now() + interval '20 seconds' as is_soon from app.work where tenant_id = $1`,
    [api.tenant.id],
  );
  expect(waits).toEqual([{ is_soon: true }]);
  await server.db.query('update app.work set due_at = now() where tenant_id = $1', [api.tenant.id]);
  isSilent = false;
  running.push(await server.sibling({ WORKER: 'on', ...opened }));
  await until(
    () => things(api),
    (all) => all.length === codes.length,
  );
  expect(await syncing).toMatchObject({ records_failed: 0 });
  expect((await things(api)).map(({ code }) => code)).toEqual(codes);
  expect(source.asked.map(({ url }) => url.searchParams.get('at'))).toEqual([
    ...[null, '1', '2'],
    ...['2', '3', '4'],
  ]);
  const { rows } = await server.db.query(
    `select count(*)::int as written from app.journal where tenant_id = $1 and type = 'object.created'`,
    [api.tenant.id],
  );
  expect(rows[0].written).toBe(codes.length);
});
