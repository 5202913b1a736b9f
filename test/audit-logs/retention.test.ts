import { describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { column } from '../support/catalog.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on', JOURNAL_RETENTION_DAYS: '70' });

const runHousekeeping = () =>
  server.db.query(`select graphile_worker.add_job('housekeeping', job_key => 'housekeeping')`);
const partitions = () => column(server.db, `select name from app.journal_months() order by name`);
const rowsIn = async (table: string) =>
  (await column<string>(server.db, `select count(*) from only app.${table}`))[0];

/** The first of the month that was some months ago (UTC), and its partition. */
function month(ago: number): { start: Date; partition: string } {
  const now = new Date();
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
  return { start, partition: `journal_${start.toISOString().slice(0, 7).replace('-', '_')}` };
}

/** Rows as they were written some months ago, the oldest first, three of each month. */
async function writeLongAgo(api: TenantClient, months: number[]): Promise<void> {
  let xid = 10;
  for (const ago of months)
    for (let n = 1; n <= 3; n++) {
      const at = new Date(month(ago).start.getTime() + n * 86_400_000);
      await server.db.query(
        `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, created_at)
         values ($1, $2, left(app.event_id_at($3), 16) || right(app.new_id('evt'), 20), 'view.created',
           app.journal_actor('{}'), 'view', 'view_x', $3)`,
        [api.tenant.id, String(xid++), at],
      );
    }
}

async function seal(api: TenantClient): Promise<void> {
  await settle(server.db);
  await until(
    async () => (await api.get('/v1/audit-logs?limit=1')).body.data.logs[0].hash,
    (hash) => hash !== null,
  );
}

const verify = async (api: TenantClient, query = '') =>
  (await api.get(`/v1/audit-logs/verify?${query}`)).body.data;

describe('the monthly partitions of the journal', () => {
  it('are created when missing, and take over existing rows', async () => {
    const api = await createTenant(server);
    await writeLongAgo(api, [2, 1]);
    await server.db.query(`drop table app.${month(-1).partition}`);
    await atTenant(
      server,
      api.tenant.id,
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id)
       values ($1, app.place($1), left(app.event_id_at($2), 16) || right(app.new_id('evt'), 20), 'view.created', app.journal_actor('{}'), 'view', 'view_y')`,
      [api.tenant.id, month(-1).start],
    );
    expect(await rowsIn('journal_default')).toBe('7');
    await runHousekeeping();
    await until(partitions, (names) => names.includes(month(-1).partition));
    const names = [2, 1, 0, -1, -2, -3].map((ago) => month(ago).partition);
    expect(await partitions()).toEqual(names);
    expect(await Promise.all(['journal_default', ...names].map(rowsIn))).toEqual([
      '0',
      '3',
      '3',
      expect.any(String),
      '1',
      '0',
      '0',
    ]);
    // No worse than those that were made in time.
    const { rows } = await server.db.query(
      `select c.relname, relrowsecurity, relacl::text,
         (select array_agg(pg_get_indexdef(i.indexrelid) ~ 'tenant_id' order by 1) from pg_index i
          where i.indrelid = c.oid) as indexes,
         (select count(*)::int from pg_inherits h join pg_index i on i.indexrelid = h.inhrelid
          where i.indrelid = c.oid) as attached
       from pg_class c where c.relname = any ($1)`,
      [names],
    );
    for (const { relrowsecurity, indexes, attached } of rows)
      expect([relrowsecurity, indexes, attached]).toEqual([true, Array(8).fill(true), 8]);
    await settle(server.db);
    const { results } = (await api.get('/v1/changes?types=view.*')).body.data;
    expect(results.length).toBe(7);
  });

  it('are removed with their seals when they are older than JOURNAL_RETENTION_DAYS', async () => {
    const api = await createTenant(server);
    await writeLongAgo(api, [5, 4, 3, 2]);
    const started = (await api.get('/v1/changes?limit=1')).body.data.next_since;
    await seal(api);
    const before = await verify(api);
    expect(before).toMatchObject({ valid: true, checked: 14 });

    await runHousekeeping();
    const isGone = month(2).start.getTime() <= Date.now() - 70 * 86_400_000;
    const left = await until(
      async () => (await api.get('/v1/audit-logs?limit=100')).body.data,
      ({ total }) => total === (isGone ? 5 : 8),
    );
    expect((await partitions())[0]).toBe(month(isGone ? 2 : 3).partition);
    const seals = () =>
      column(server.db, `select id from app.journal_seals where tenant_id = $1`, [api.tenant.id]);
    // One more: what the first row that is left continues.
    await until(seals, (ids) => ids.length === left.total + 1);
    expect(await verify(api)).toMatchObject({
      valid: true,
      checked: left.total,
      from: left.logs.at(-1).created_at,
      hash: before.hash,
    });
    const gone = await api.get(`/v1/changes?since=${started}`);
    expect([gone.status, gone.body.error.code]).toEqual([410, 'GONE']);
    await settle(server.db);
    expect((await api.get('/v1/changes')).body.data.results.length).toBe(left.total);

    // And what is left is still watched over.
    await server.db.query(`update app.journal set type = 'x.y' where tenant_id = $1 and id = $2`, [
      api.tenant.id,
      left.logs.at(-1).id,
    ]);
    expect(await verify(api)).toMatchObject({
      valid: false,
      checked: 0,
      first_bad_id: left.logs.at(-1).id,
    });
  });

  it('are kept for now while someone reads them', async () => {
    const reader = await server.db.connect();
    await reader.query('begin');
    await reader.query('select count(*) from app.journal');
    const before = await partitions();
    expect(await column(server.db, 'select worker.journal_retire(1)')).toEqual([[]]);
    await reader.query('rollback');
    reader.release();
    expect(await partitions()).toEqual(before);
  });

  it('are never removed for the current month', async () => {
    await server.db.query('select worker.journal_retire(-1000)');
    expect(await partitions()).toContain(month(0).partition);
  });
});

describe('a chain that lost its beginning to retention', () => {
  it('is verified for a period from the seal before it', async () => {
    const api = await createTenant(server);
    await writeLongAgo(api, [1]);
    await server.db.query('select app.journal_partitions_ensure(3)');
    await seal(api);
    const from = new Date(month(1).start.getTime() + 2.5 * 86_400_000).toISOString();
    expect(await verify(api, `from=${from}`)).toMatchObject({ valid: true, checked: 3 });
    const to = new Date(month(1).start.getTime() + 1.5 * 86_400_000).toISOString();
    expect(await verify(api, `to=${to}`)).toMatchObject({ valid: true, checked: 1 });
    expect(await verify(api, `from=${to}&to=${from}`)).toMatchObject({ valid: true, checked: 1 });
    const bad = await server.db.query(
      `update app.journal set ip = '::1' where tenant_id = $1 and xid = '11' returning id`,
      [api.tenant.id],
    );
    expect(await verify(api, `from=${from}`)).toMatchObject({ valid: true, checked: 3 });
    expect(await verify(api, `from=${to}`)).toMatchObject({ first_bad_id: bad.rows[0].id });
  });
});
