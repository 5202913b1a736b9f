import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { earlier } from '../support/earlier.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const path = '/v1/governance';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
let other: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  other = await createTenant(server);
});

/** Runs the hourly job, and waits until it is done. */
async function keepHouse(): Promise<void> {
  await server.db.query(
    `select graphile_worker.add_job('housekeeping', job_key => 'housekeeping')`,
  );
  await until(
    async () =>
      (
        await server.db.query(
          `select last_error, locked_at from graphile_worker.jobs where key = 'housekeeping'`,
        )
      ).rows,
    (jobs) => jobs.length === 0,
  );
}

/** Moves what is in the trash of a tenant back in time. */
const ageTrash = (tenant: TenantClient, ids: string[], days: number) =>
  server.db.query(
    `update app.objects set updated_at = ${earlier('updated_at', 'make_interval(days => $3)')}
     where tenant_id = $1 and id = any ($2)`,
    [tenant.tenant.id, ids, days],
  );

async function trashed(tenant: TenantClient, type: DefinedType, count: number): Promise<string[]> {
  const objects = Array.from({ length: count }, (_, n) => ({ properties: { n } }));
  const { body } = await tenant.post(`${type.path}/batch/create`, { objects });
  await tenant.post(`${type.path}/batch/delete`, { object_ids: body.data.ids });
  return body.data.ids;
}

const trashOf = async (tenant: TenantClient, type: DefinedType) =>
  (await tenant.get(`${type.path}/trash`)).body.data.total;

describe('trash_retention_days', () => {
  it('holds for all tenants, whatever the settings of another one say', async () => {
    // As no request, but a snapshot may write them.
    for (const governance of [{ version_retention: 'many' }, { trash_retention_days: [] }]) {
      const { tenant } = await createTenant(server);
      await server.db.query(
        `insert into app.tenant_settings (tenant_id, governance) values ($1, $2)
         on conflict (tenant_id) do update set governance = $2`,
        [tenant.id, governance],
      );
    }
    const later = await createTenant(server);
    const type = await defineType(later, { n: { data_type: 'integer' } });
    await later.patch(path, { trash_retention_days: 7 });
    await ageTrash(later, await trashed(later, type, 3), 8);
    await keepHouse();
    expect(await trashOf(later, type)).toBe(0);
    await server.db.query(`update app.tenant_settings set governance = '{}'
      where governance->>'version_retention' = 'many' or governance->'trash_retention_days' = '[]'`);
  });

  it('permanently deletes objects that were longer in the trash, journaled, only of this tenant', async () => {
    const define = (tenant: TenantClient) =>
      defineType(tenant, { n: { data_type: 'integer', is_indexed: true } });
    const [first, second, theirs] = [await define(api), await define(api), await define(other)];
    const old = [...(await trashed(api, first, 5)), ...(await trashed(api, second, 3))];
    await trashed(api, first, 2);
    const live = await api.post(first.path, { properties: { n: 9 } });
    await ageTrash(api, [...old, live.body.data.id], 8);
    const foreign = await trashed(other, theirs, 4);
    await ageTrash(other, foreign, 8);
    await other.patch(path, { trash_retention_days: 30 });

    await keepHouse();
    expect([await trashOf(api, first), await trashOf(api, second)]).toEqual([7, 3]);
    await api.patch(path, { trash_retention_days: 7 });
    await keepHouse();
    expect([await trashOf(api, first), await trashOf(api, second)]).toEqual([2, 0]);
    expect(await trashOf(other, theirs)).toBe(4);
    expect((await api.get(`${first.path}/${live.body.data.id}`)).status).toBe(200);
    const { rows } = await server.db.query(
      `select resource_id, actor from app.journal
       where tenant_id = $1 and type = 'object.purged' order by resource_id`,
      [api.tenant.id],
    );
    expect(rows.map((row) => row.resource_id)).toEqual(old.toSorted());
    expect(rows[0].actor).toMatchObject({ type: 'system', id: 'worker' });
    const left = await server.db.query(
      'select from app.object_versions where tenant_id = $1 and object_id = any ($2)',
      [api.tenant.id, old],
    );
    expect(left.rowCount).toBe(0);
  });
});

describe('version_retention', () => {
  it('keeps that many earlier versions of each object', async () => {
    const type = await defineType(api);
    const change = async (id: string, times: number) => {
      for (let n = 1; n <= times; n++) await api.patch(`${type.path}/${id}`, { properties: { n } });
    };
    const { body } = await api.post(`${type.path}/batch/create`, {
      objects: [{ properties: {} }, { properties: {} }],
    });
    const [often, once] = body.data.ids;
    await change(often, 5);
    await change(once, 1);
    await api.patch(path, { version_retention: 2 });
    await keepHouse();
    const versions = async (id: string) =>
      (await api.get(`${type.path}/${id}/versions`)).body.data.map(
        ({ version }: { version: number }) => version,
      );
    expect(await versions(often)).toEqual([5, 4]);
    expect(await versions(once)).toEqual([1]);
    expect((await api.get(`${type.path}/${often}`)).body.data).toMatchObject({
      version: 6,
      properties: { n: 5 },
    });
  });
});

describe('records older than their retention', () => {
  /** A row of the journal as it was written some days ago. */
  async function writeLongAgo(days: number, type: string): Promise<void> {
    const at = new Date(Date.now() - days * 86_400_000);
    const [resource, id] = type.startsWith('custom.')
      ? ['event', type.slice('custom.'.length)]
      : ['view', 'view_x'];
    await server.db.query(
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after, created_at)
       values ($1, '10', left(app.event_id_at($2), 16) || right(app.new_id('evt'), 20), $3,
         app.journal_actor('{}'), $4, $5, '{"data":{}}', $2)`,
      [api.tenant.id, at, type, resource, id],
    );
  }
  const actions = async () =>
    (await api.get('/v1/audit-logs?limit=100')).body.data.logs.filter(
      ({ resource_id }: { resource_id: string }) => resource_id === 'view_x',
    ).length;

  it('are hidden in the audit log: audit_retention_days', async () => {
    for (const days of [3, 20]) await writeLongAgo(days, 'view.created');
    expect(await actions()).toBe(2);
    await api.patch(path, { audit_retention_days: 10 });
    expect(await actions()).toBe(1);
    const { body } = await api.get(
      `/v1/audit-logs?resource_id=view_x&from=${new Date(0).toISOString()}`,
    );
    expect(body.data).toMatchObject({ total: 1, logs: [{ action: 'view.created' }] });
    await api.patch(path, { audit_retention_days: null });
    expect(await actions()).toBe(2);
  });

  it('are not among events and changes, and their place answers 410: event_retention_days', async () => {
    await writeLongAgo(20, 'custom.old');
    await writeLongAgo(3, 'custom.new');
    await settle(server.db);
    const events = async () =>
      (await api.get('/v1/events/list')).body.data.events.map(
        ({ event_type }: { event_type: string }) => event_type,
      );
    const changes = async (query: string) =>
      (await api.get(`/v1/changes?types=custom.*&${query}`)).body;
    const all = (await changes('')).data.results;
    expect(all.map(({ type }: { type: string }) => type)).toEqual(['custom.old', 'custom.new']);
    expect(await events()).toEqual(['new', 'old']);

    await api.patch(path, { event_retention_days: 10 });
    expect(await events()).toEqual(['new']);
    const shown = (await changes('')).data;
    expect(shown.results.map(({ type }: { type: string }) => type)).toEqual(['custom.new']);
    expect((await changes(`since=${all[0].seq}`)).error.code).toBe('GONE');
    expect((await changes(`since=${all[1].seq}`)).success).toBe(true);
    expect((await changes(`since=${shown.next_since}`)).data.results).toEqual([]);
  });
});
