import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '../../src/db/ask.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { startWorker, type Worker } from '../../src/doors/worker/worker.ts';
import { groups } from '../../src/groups/index.ts';
import { createLog } from '../../src/pulse/log.ts';
import { cleanStorage } from '../../src/storage/clean.ts';
import { storageOf } from '../../src/storage/open.ts';
import { nothingFound, Sweep } from '../../src/storage/sweep.ts';
import { atTenant } from '../support/at-tenant.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { holdExports } from './hold-exports.ts';

const count = 6000;

const server = useOwnDatabase();
const api = useTenant(server);
let type: DefinedType;
let workers: Worker[] = [];
beforeAll(async () => {
  type = await defineType(api, { n: { data_type: 'integer', is_sortable: true }, text: 'text' });
  const rows = Array.from({ length: count }, (_, n) => ({ n, text: '=ä'.repeat(120) }));
  await api.post('/v1/data/import', { object_type_id: type.id, rows });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
});

async function work(): Promise<void> {
  const { databaseUrl, encryptionKey } = server.config;
  const { worker: workerUrl } = databaseUrls(databaseUrl as string, encryptionKey);
  const log = createLog({ ...server.config, logLevel: 'silent' });
  workers.push(await startWorker({ groups, config: server.config, workerUrl, log }));
}

async function rest(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
}

const start = async (body: object = {}) => {
  const asked = { object_type_id: type.id, format: 'ndjson', sort: 'n', ...body };
  const answer = await api.post('/v1/data/export', asked);
  expect([answer.status, answer.body.data.status]).toEqual([201, 'pending']);
  return answer.body.data;
};
const ended = (url: string) =>
  until(
    async () => (await api.get(`${url}/status`)).body.data,
    ({ status }) => status === 'completed' || status === 'failed',
    30,
  );
const query: Query = (text, values) => server.db.query(text, values);
/** The bytes in the storage of the tenant. */
const stored = async () => {
  const found: { key: string; size: number }[] = [];
  for await (const { key, size } of storageOf(server.config).list(api.tenant.id))
    found.push({ key, size });
  return found;
};
const keyOf = async (id: string) => {
  const { rows } = await server.db.query('select storage_key from app.exports where id = $1', [id]);
  return rows[0].storage_key;
};
const waiting = `select from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
const nothingToDo = () =>
  until(
    async () => (await server.db.query('select count(*)::int as n from app.work')).rows[0].n,
    (n) => n === 0,
  );
const numbersOf = (file: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n);
const all = Array.from({ length: count }, (_, n) => n);

describe('an export of more than 5,000 objects', () => {
  it('is made by the worker, which stores it as it stores files', async () => {
    await rest();
    const pending = await start();
    expect(pending).toMatchObject({ row_count: count, size_bytes: null, expires_at: null });
    expect((await api.get(pending.download_url)).status).toBe(202);
    await work();
    const done = await ended(pending.download_url);
    expect(done).toMatchObject({ status: 'completed', row_count: count });
    expect(await stored()).toEqual([{ key: await keyOf(pending.id), size: done.size_bytes }]);
    const file = await api.get(pending.download_url);
    expect(numbersOf(file.body)).toEqual(all);
    const events = await server.db.query(
      `select type, actor->>'id' as actor from app.journal where resource_id = $1 order by id`,
      [pending.id],
    );
    const actor = (await api.get('/v1/keys')).body.data[0].id;
    expect(events.rows).toEqual([
      { type: 'export.created', actor },
      { type: 'export.completed', actor },
    ]);
  });

  it('shows one moment: later writes are not included', async () => {
    await rest();
    const { download_url } = await start();
    // By then the worker has its snapshot.
    const blocker = await holdExports(server, 1);
    await work();
    await untilBlocked(server.db, blocker);
    const { ids } = (
      await api.post('/v1/data/import', { object_type_id: type.id, rows: [{ n: count }] })
    ).body.data;
    await blocker.query('rollback');
    blocker.release();
    expect((await ended(download_url)).row_count).toBe(count);
    expect(numbersOf((await api.get(download_url)).body)).toEqual(all);
    await api.post(`${type.path}/batch/delete`, { object_ids: ids, permanent: true });
  });

  it('starts again after its worker was killed', async () => {
    await rest();
    const { id, download_url } = await start({ format: 'json' });
    // As a killed worker leaves it.
    await server.db.query(
      `update app.exports set status = 'running', row_count = 7 where id = $1`,
      [id],
    );
    await work();
    expect(await ended(download_url)).toMatchObject({ status: 'completed', row_count: count });
    const { body } = await api.get(download_url);
    expect(body.map(({ n }: { n: number }) => n)).toEqual(all);
  });

  it('fails for good when the type has changed since the request', async () => {
    await rest();
    const other = await defineType(api, { gone: 'integer' });
    const rows = Array.from({ length: 5001 }, (_, gone) => ({ gone }));
    await api.post('/v1/data/import', { object_type_id: other.id, rows });
    const { download_url } = await start({ object_type_id: other.id, sort: 'gone' });
    const properties = `/v1/object-types/${other.id}/properties`;
    await api.delete(`${properties}/${other.properties.gone}`);
    await work();
    const failed = await ended(download_url);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'UNKNOWN_PROPERTY' } });
    expect((await api.get(download_url)).status).toBe(409);
  });

  it('stops when it is deleted', async () => {
    await rest();
    const before = await stored();
    const { download_url } = await start();
    const blocker = await holdExports(server, 1);
    await work();
    await untilBlocked(server.db, blocker);
    // The worker has the row: the deletion waits for it, and comes before its next part.
    const deleting = api.delete(download_url);
    await until(
      async () => (await server.db.query(waiting)).rows.length,
      (count) => count === 2,
    );
    await blocker.query('rollback');
    blocker.release();
    expect((await deleting).status).toBe(200);
    await rest();
    expect((await api.get(`${download_url}/status`)).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it('shares its bytes with what has the same ones, and takes them along with the last of them', async () => {
    await rest();
    const before = await stored();
    const first = await start({ properties: ['n'] });
    const second = await start({ properties: ['n'] });
    await work();
    await ended(first.download_url);
    await ended(second.download_url);
    await nothingToDo();
    const key = await keyOf(first.id);
    expect(await keyOf(second.id)).toBe(key);
    expect((await stored()).length).toBe(before.length + 1);
    await api.delete(first.download_url);
    // The worker finds the bytes needed that it would remove.
    const storage = storageOf(server.config);
    await cleanStorage(query, storage);
    expect((await stored()).length).toBe(before.length + 1);
    expect(numbersOf((await api.get(second.download_url)).body)).toEqual(all);
    await api.delete(second.download_url);
    await until(stored, (now) => now.length === before.length);
  });

  it('expires: its bytes go with the next cleaning', async () => {
    await rest();
    const before = await stored();
    const { id, download_url } = await start({ properties: ['text', 'n'] });
    await work();
    await ended(download_url);
    const storage = storageOf(server.config);
    expect(await new Sweep(query, storage, api.tenant.id).run()).toEqual(nothingFound());
    await server.db.query(`update app.exports set expires_at = now() where id = $1`, [id]);
    await server.db.query('select worker.exports_expire($1)', [api.tenant.id]);
    expect((await api.get(download_url)).status).toBe(410);
    await cleanStorage(query, storage);
    expect(await stored()).toEqual(before);
  });

  it('can be downloaded in ranges, and is asked for again without a byte', async () => {
    await rest();
    const { download_url } = await start();
    await work();
    const { size_bytes } = await ended(download_url);
    const get = (headers: Record<string, string> = {}) =>
      fetch(server.url + download_url, {
        headers: { authorization: `Bearer ${api.token}`, ...headers },
      });
    const whole = await get();
    const etag = whole.headers.get('etag') as string;
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.headers.get('content-type'), bytes.length]).toEqual([
      'application/x-ndjson',
      size_bytes,
    ]);
    const tail = await get({ range: 'bytes=1000000-', 'if-range': etag });
    expect([tail.status, tail.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000000-${size_bytes - 1}/${size_bytes}`,
    ]);
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(1_000_000));
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ range: `bytes=${size_bytes}-` })).status).toBe(416);
  });

  it('can be abandoned by clients midway, and nothing stays open for them', async () => {
    await rest();
    const { download_url } = await start();
    await work();
    await ended(download_url);
    const headers = { authorization: `Bearer ${api.token}` };
    for (let i = 0; i < 20; i++) {
      const leaving = new AbortController();
      const response = await fetch(server.url + download_url, { headers, signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
    }
    await until(
      async () => server.pool.totalCount - server.pool.idleCount,
      (busy) => busy === 0,
    );
    const whole = await fetch(server.url + download_url, { headers });
    expect(numbersOf(await whole.text())).toEqual(all);
  });
});

describe('the limit of 100,000 records in an export', () => {
  it('is exact, and the refusal names the number', async () => {
    await rest();
    const many = await defineType(api);
    await atTenant(
      server,
      api.tenant.id,
      `insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at, tx_id)
       select $1, $2, 'obj_' || lpad(to_hex(n), 32, '0'), '{}', now(), now(), app.tx($1)
       from generate_series(1, 100000) n`,
      [api.tenant.id, many.id],
    );
    const count = (live: number) =>
      server.db.query(
        `insert into app.object_counts (tenant_id, object_type_id, slot, live) values ($1, $2, 0, $3)
         on conflict (tenant_id, object_type_id, slot) do update set live = $3`,
        [api.tenant.id, many.id, live],
      );
    await count(100_000);
    const full = await api.post('/v1/data/export', { object_type_id: many.id });
    expect([full.status, full.body.data.row_count]).toEqual([201, 100_000]);
    await api.post(many.path, {});
    const { rows } = await server.db.query(
      'select sum(live)::int as live from app.object_counts where object_type_id = $1',
      [many.id],
    );
    const refused = await api.post('/v1/data/export', { object_type_id: many.id });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(`and ${rows[0].live}`);
    await api.delete(full.body.data.download_url);
  });
});
