import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { groups } from '../../src/groups/index.ts';
import { createLog } from '../../src/process/log.ts';
import { startWorker, type Worker } from '../../src/worker/worker.ts';
import { atTenant } from '../support/at-tenant.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

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
const numbersOf = (file: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n);
const all = Array.from({ length: count }, (_, n) => n);

describe('an export of more than 5,000 objects', () => {
  it('is made by the worker, which stores it in parts of up to 1 MB', async () => {
    await rest();
    const pending = await start();
    expect(pending).toMatchObject({ row_count: count, size_bytes: null, expires_at: null });
    expect((await api.get(pending.download_url)).status).toBe(202);
    await work();
    const done = await ended(pending.download_url);
    expect(done).toMatchObject({ status: 'completed', row_count: count });
    const { rows } = await server.db.query(
      `select position, length(bytes) as size from app.export_chunks
       where export_id = $1 order by position`,
      [pending.id],
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(Math.max(...rows.map(({ size }) => size))).toBe(1024 * 1024);
    expect(rows.map(({ position }) => position)).toEqual([...rows.keys()]);
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
    const { id, download_url } = await start();
    // Its first part cannot be kept until this ends: by then the worker has its snapshot.
    const blocker = await server.db.connect();
    await blocker.query('begin');
    await blocker.query(`insert into app.export_chunks values ($1, $2, 0, 'x')`, [
      api.tenant.id,
      id,
    ]);
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
    // As a killed worker leaves it: running, with some parts.
    await server.db.query(
      `with e as (update app.exports set status = 'running', row_count = 7 where id = $1 returning tenant_id)
       insert into app.export_chunks select tenant_id, $1, 0, 'half a file' from e`,
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
    const { id, download_url } = await start();
    await api.delete(download_url);
    await work();
    await until(
      async () => (await server.db.query('select count(*)::int as n from app.work')).rows[0].n,
      (n) => n === 0,
    );
    const { rows } = await server.db.query('select from app.export_chunks where export_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
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
