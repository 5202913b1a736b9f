import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { over } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const at = (api: TenantClient) => `/admin/tenants/${api.tenant.id}/restore`;

/** The present moment of the database. */
const now = async (): Promise<string> =>
  (await server.db.query('select app.utc(clock_timestamp()) as now')).rows[0].now;

/** A restore of an earlier moment, confirmed where it has to be, when it has ended. */
async function restored(api: TenantClient, fields: object) {
  let { status, body } = await operator.post(at(api), fields);
  // It takes long on a busy machine: the same request asks for the answer.
  const record = async () => (await operator.get(`/admin/restores/${body.data.id}`)).body.data;
  if (status === 201) {
    const known = await until(
      record,
      (one) => one.awaits_confirmation || !['pending', 'running'].includes(one.status),
      300,
    );
    if (known.awaits_confirmation) ({ status, body } = await operator.post(at(api), fields));
  }
  const { confirm_token } = body.error ?? {};
  if (confirm_token)
    ({ status, body } = await operator.post(at(api), { ...fields, confirm_token }));
  expect([status, body.error]).toEqual([201, undefined]);
  return over(operator, `/admin/restores/${body.data.id}`);
}

/** The answer of a request that has to wait for a worker, sent again where that takes long. */
const answered = (path: string, fields: object, status: number) =>
  until(
    () => operator.post(path, fields),
    (answer) => answer.status === status,
  );

interface Found {
  id: string;
  properties: Record<string, unknown>;
  version: number;
  created_at: string;
}

const live = async (api: Client, type: string): Promise<Found[]> =>
  (await api.post(`/v1/objects/${type}/search`, { limit: 100 })).body.data.results;

async function remove(api: Client, path: string, query = ''): Promise<void> {
  const first = await api.delete(`${path}?${query}`);
  const { confirm_token } = first.body.error ?? {};
  const { status } = confirm_token
    ? await api.delete(`${path}?${query}&confirm_token=${confirm_token}`)
    : first;
  expect(status).toBe(200);
}

async function made(api: Client, type: string, properties: object): Promise<string> {
  return (await api.post(`/v1/objects/${type}`, { properties })).body.data.id;
}

/** A tenant with invoices of a customer. */
async function tenant(numbers = ['A-1', 'A-2', 'A-3']) {
  const api = await createTenant(server);
  await api.post('/v1/object-types', {
    name: 'invoices',
    properties: [{ name: 'number', data_type: 'string', is_unique: true }],
  });
  await api.post('/v1/object-types', { name: 'customers' });
  const customer = await made(api, 'customers', { name: 'Acme' });
  const invoices: string[] = [];
  for (const number of numbers) invoices.push(await made(api, 'invoices', { number }));
  const link = (id: string | undefined) =>
    `/v1/objects/invoices/${id}/associations/of/customers/${customer}`;
  for (const id of invoices) await api.put(link(id), { meta: { share: 1 } });
  return { api, customer, invoices, link };
}

/** Objects and associations that the tenant shows, without what a restore raises. */
async function rowsOf({ tenant: { id } }: TenantClient) {
  const objects = await server.db.query<Found>(
    `select id, properties, version, created_at, created_by from app.objects
     where tenant_id = $1 and not is_deleted order by id`,
    [id],
  );
  const associations = await server.db.query(
    `select id, from_id, to_id, association_type, meta, created_at from app.associations
     where tenant_id = $1 and not is_hidden order by id`,
    [id],
  );
  return { objects: objects.rows, associations: associations.rows };
}

describe('a restore of records as they were', () => {
  it('brings 300 deleted objects of 2,000 back with their associations, and touches nothing else', async () => {
    const { api, customer } = await tenant([]);
    const other = await tenant();
    const ids: string[] = [];
    for (let n = 0; n < 2000; n += 100) {
      const numbers = Array.from({ length: 100 }, (_, i) => `N-${n + i}`);
      const objects = numbers.map((number) => ({ properties: { number } }));
      const { body } = await api.post('/v1/objects/invoices/batch/create', { objects });
      ids.push(...body.data.ids);
    }
    const gone = ids.slice(500, 800);
    for (const id of gone.slice(0, 50))
      await api.put(`/v1/objects/invoices/${id}/associations/of/customers/${customer}`, {});
    const before = await rowsOf(api);
    const as_of = await now();
    for (let n = 0; n < 300; n += 100)
      await api.post('/v1/objects/invoices/batch/delete', { object_ids: gone.slice(n, n + 100) });
    expect(
      await server.db.query('select 1 from app.objects where tenant_id = $1 and is_deleted', [
        api.tenant.id,
      ]),
    ).toMatchObject({ rowCount: 300 });
    const untouched = await rowsOf(other.api);
    const fields = { as_of, only: { types: ['invoices'] } };
    const tried = await answered(at(api), { ...fields, dry_run: true }, 200);
    const report = {
      created: { objects: 300, associations: 50 },
      ...{
        updated: {},
        deleted: {},
        unchanged: { objects: 1700 },
        conflict_count: 0,
        conflicts: [],
      },
    };
    expect([tried.status, tried.body.data]).toMatchObject([200, { report }]);
    const done = await restored(api, fields);
    expect(done).toMatchObject({
      ...{ status: 'completed', mode: 'merge', source: 'versions', backup_id: null, error: null },
      ...{ source_tenant_id: api.tenant.id, target_tenant_id: api.tenant.id, report },
    });
    const after = await rowsOf(api);
    expect(after.associations).toEqual(before.associations);
    const raised = new Set(gone);
    expect(after.objects).toEqual(
      before.objects.map((one) => ({
        ...one,
        version: one.version + (raised.has(one.id) ? 2 : 0),
      })),
    );
    const { rows } = await server.db.query(
      `select type, count(*)::int, min(actor->>'type') as actor from app.journal
       where tenant_id = $1 and actor->'meta'->>'restore_id' = $2 or tenant_id = $1 and type = 'object.restored' group by type`,
      [api.tenant.id, done.id],
    );
    expect(rows).toEqual([{ type: 'object.restored', count: 300, actor: 'platform' }]);
    expect(await rowsOf(other.api)).toEqual(untouched);
    const again = await restored(api, fields);
    expect(again.report).toMatchObject({ created: {}, unchanged: { objects: 2000 } });
  });

  it('leaves what was changed or made since, or changes it back after a confirmation', async () => {
    const { api, invoices, link } = await tenant();
    const [first, second, third] = invoices;
    const before = await rowsOf(api);
    const as_of = await now();
    await api.patch(`/v1/objects/invoices/${first}`, { properties: { number: 'C-1' } });
    await remove(api, `/v1/objects/invoices/${second}`);
    // Removed and made again, with another id, and then changed.
    await api.delete(link(third));
    await api.put(link(third), { meta: { share: 2 } });
    const later = await made(api, 'invoices', { number: 'D-1' });
    const only = { types: ['invoices'] };
    const refused = await answered(at(api), { as_of, only, on_conflict: 'fail' }, 409);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        code: 'RESTORE_CONFLICT',
        details: { conflict_count: 2 },
      },
    ]);
    const kept = await restored(api, { as_of, only });
    expect(kept).toMatchObject({
      ...{ status: 'completed', undo_backup_id: null },
      report: { created: { objects: 1, associations: 1 }, updated: {}, unchanged: { objects: 1 } },
    });
    expect(kept.report.conflicts).toMatchObject([
      { kind: 'objects', id: first, reason: 'differs', fields: ['number'] },
      { kind: 'associations', reason: 'differs' },
    ]);
    const number = async () =>
      (await api.get(`/v1/objects/invoices/${first}`)).body.data.properties.number;
    expect(await number()).toBe('C-1');
    const changed = await restored(api, { as_of, only, on_conflict: 'overwrite' });
    expect(changed).toMatchObject({
      ...{ status: 'completed', undo_backup_id: expect.stringMatching(/^bak_/) },
      report: { created: {}, updated: { objects: 1, associations: 1 }, conflict_count: 0 },
    });
    expect(await number()).toBe('A-1');
    const values = ({ objects, associations }: Awaited<ReturnType<typeof rowsOf>>) => [
      objects.filter(({ id }) => id !== later).map(({ id, properties }) => [id, properties]),
      associations.map(({ from_id, meta }) => [from_id, meta]).toSorted(),
    ];
    expect(values(await rowsOf(api))).toEqual(values(before));
    expect((await api.get(`/v1/objects/invoices/${later}`)).status).toBe(200);
  });

  it('brings associations back that were removed, or that changed before an end went to the trash', async () => {
    const { api, invoices, link } = await tenant();
    const [first, second] = invoices;
    const { associations } = await rowsOf(api);
    const as_of = await now();
    await api.delete(link(first));
    await api.put(link(second), { meta: { share: 9 } });
    await remove(api, `/v1/objects/invoices/${second}`);
    const { report } = await restored(api, { as_of });
    expect(report).toMatchObject({ created: { objects: 1, associations: 1 }, conflict_count: 0 });
    const shown = (some: typeof associations) =>
      some.map(({ id, from_id, meta }) => ({ id, from_id, meta }));
    expect(shown((await rowsOf(api)).associations)).toEqual(shown(associations));
  });

  it('takes a transaction as a whole: one that had not ended by then had changed nothing', async () => {
    const { api, invoices } = await tenant(['A-1', 'A-2']);
    const patch = (id: string | undefined, number: string) => ({
      method: 'PATCH',
      path: `/v1/objects/invoices/${id}`,
      body: { properties: { number } },
    });
    const [first, second] = invoices;
    const { body } = await api.post('/v1/transaction', {
      requests: [patch(first, 'T-1'), patch(second, 'T-2')],
    });
    expect(body.error).toBe(undefined);
    const moments = await server.db.query(
      'select app.utc(updated_at) as at from app.objects where id = any ($1) order by updated_at',
      [invoices],
    );
    expect(moments.rows[0].at < moments.rows[1].at).toBe(true);
    const states = async (as_of: string) => {
      await restored(api, { as_of, on_conflict: 'overwrite' });
      return (await live(api, 'invoices')).map(({ properties }) => properties.number).toSorted();
    };
    expect(await states(moments.rows[0].at)).toEqual(['A-1', 'A-2']);
    const { rows } = await server.db.query(
      "select app.utc(max(created_at)) as at from app.journal where tenant_id = $1 and after->'properties'->>'number' = 'T-2'",
      [api.tenant.id],
    );
    expect(await states(rows[0].at)).toEqual(['T-1', 'T-2']);
  });
});

describe('records that cannot come back as they were', () => {
  it('names how many records were removed for good, or have lost the versions that it needs', async () => {
    const { api, invoices } = await tenant(['A-1', 'A-2', 'A-3', 'A-4']);
    const [first, second, third, fourth] = invoices;
    // In the trash by then: nothing of it is needed.
    await remove(api, `/v1/objects/invoices/${fourth}`);
    const as_of = await now();
    await remove(api, `/v1/objects/invoices/${first}`);
    await remove(api, `/v1/objects/invoices/${first}`, 'force=true');
    await remove(api, `/v1/objects/invoices/${fourth}`, 'force=true');
    for (const number of ['B', 'C'])
      await api.patch(`/v1/objects/invoices/${second}`, { properties: { number } });
    await remove(api, `/v1/objects/invoices/${third}`);
    await server.db.query('delete from app.object_versions where object_id = $1 and version = 1', [
      second,
    ]);
    const before = await rowsOf(api);
    const refused = await answered(at(api), { as_of }, 409);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        ...{ code: 'AS_OF_UNAVAILABLE', message: expect.stringContaining('2 records') },
        details: { reason: 'records', records: 2, ids: [first, second].toSorted() },
      },
    ]);
    const { earliest, latest } = refused.body.error.details;
    expect(earliest > as_of && latest > earliest).toBe(true);
    expect(await rowsOf(api)).toEqual(before);
    const some = await restored(api, { as_of, only: { objects: [third] } });
    expect(some.report).toMatchObject({ created: { objects: 1, associations: 1 } });
    const asked = { tenant_id: api.tenant.id, as_of, files: false };
    const backup = await answered('/admin/backups', asked, 409);
    expect([backup.status, backup.body.error.code, backup.body.error.details.records]).toEqual([
      ...[409, 'AS_OF_UNAVAILABLE', 2],
    ]);
    const { body } = await operator.get(`/admin/backups?tenant_id=${api.tenant.id}`);
    expect(body.data.backups[0]).toMatchObject({ status: 'failed' });
  });

  it('refuses a moment that is to come, before the tenant, without an offset, and a key of the tenant', async () => {
    const { api } = await tenant([]);
    const refusals = async (as_of: string, client: Client = operator) => {
      const { status, body } = await client.post(at(api), { as_of });
      return [status, body.error.code, body.error.details?.reason ?? body.error.param];
    };
    expect(await refusals('2999-01-01T00:00:00Z')).toEqual([409, 'AS_OF_UNAVAILABLE', 'future']);
    expect(await refusals('2001-01-01T00:00:00+02:00')).toEqual([
      ...[409, 'AS_OF_UNAVAILABLE', 'before_tenant'],
    ]);
    expect((await refusals('2026-11-24T09:00:00')).slice(0, 2)).toEqual([400, 'VALIDATION_ERROR']);
    expect((await refusals(await now(), api))[0]).toBe(403);
    const files = await operator.post('/admin/backups', {
      ...{ tenant_id: api.tenant.id, as_of: await now() },
    });
    expect([files.status, files.body.error.details.reason]).toEqual([409, 'parts']);
    expect(
      (await operator.post('/admin/tenants/ten_0/restore', { as_of: await now() })).status,
    ).toBe(404);
  });

  it('names a type that is gone, and objects whose property is gone from a strict type', async () => {
    const { api, invoices } = await tenant();
    await api.post('/v1/object-types', {
      ...{ name: 'orders', strict: true },
      properties: [
        { name: 'a', data_type: 'string' },
        { name: 'b', data_type: 'string' },
      ],
    });
    const order = await made(api, 'orders', { a: '1', b: '2' });
    const as_of = await now();
    await remove(api, `/v1/objects/orders/${order}`);
    const list = (await api.get('/v1/object-types/orders/properties')).body.data;
    const b = list.find(({ name }: { name: string }) => name === 'b').id;
    await remove(api, `/v1/object-types/orders/properties/${b}`);
    await remove(api, '/v1/object-types/invoices', 'force=true');
    const { report } = await restored(api, { as_of });
    expect(report).toMatchObject({ created: {}, conflict_count: 2 });
    expect(report.conflicts).toMatchObject([
      { kind: 'object_types', reason: 'missing_parent', fields: ['invoices'] },
      { kind: 'objects', reason: 'missing_parent' },
    ]);
    expect(invoices).toHaveLength(3);
    const named = await restored(api, { as_of, only: { types: ['invoices'] } });
    expect(named.report).toMatchObject({ created: {}, conflict_count: 1 });
  });
});

describe('a backup of an earlier moment', () => {
  it('has the objects and associations of then, and is restored like any other', async () => {
    const { api, invoices } = await tenant();
    const [first, second] = invoices;
    const before = await rowsOf(api);
    const as_of = await now();
    await remove(api, `/v1/objects/invoices/${first}`);
    await api.patch(`/v1/objects/invoices/${second}`, { properties: { number: 'C-1' } });
    await made(api, 'invoices', { number: 'D-1' });
    const { status, body } = await operator.post('/admin/backups', {
      ...{ tenant_id: api.tenant.id, as_of, files: false },
    });
    expect([status, body.error]).toEqual([201, undefined]);
    const backup = await over(operator, `/admin/backups/${body.data.id}`);
    expect(backup).toMatchObject({
      ...{ status: 'completed', source: 'api', type: 'tenant', snapshot_at: expect.any(String) },
      row_counts: { objects: 4 },
    });
    const moment = async (text: string) =>
      (await server.db.query('select app.utc($1) as at', [text])).rows[0].at;
    expect(await moment(backup.snapshot_at)).toBe(as_of);
    const begun = await operator.post(`/admin/backups/${backup.id}/restore`, {
      ...{ mode: 'new_tenant', name: 'As it was' },
    });
    const restore = await over(operator, `/admin/restores/${begun.body.data.id}`);
    expect(restore).toMatchObject({ status: 'completed', error: null });
    const after = await rowsOf({ tenant: { id: restore.target_tenant_id } } as TenantClient);
    expect(after).toEqual(before);
    // It continues the feed without a gap.
    await settle(server.db);
    const since = await api.get(`/v1/changes?since=${encodeURIComponent(backup.feed_place)}`);
    expect(since.body.data.results.map(({ type }: { type: string }) => type)).toEqual([
      ...['object.deleted', 'object.updated', 'object.created'],
    ]);
  });
});
