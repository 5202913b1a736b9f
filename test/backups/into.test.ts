import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { backupOf, over, path, remove, restoredInto } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

/** A tenant with two types, objects and associations between them. */
async function tenant(): Promise<{ api: TenantClient; invoices: string[]; customer: string }> {
  const api = await createTenant(server);
  await api.post('/v1/object-types', {
    name: 'invoices',
    properties: [{ name: 'number', data_type: 'string', is_unique: true }],
  });
  await api.post('/v1/object-types', { name: 'customers' });
  const made = async (type: string, properties: object) =>
    (await api.post(`/v1/objects/${type}`, { properties })).body.data.id as string;
  const customer = await made('customers', { name: 'Acme' });
  const invoices: string[] = [];
  for (const number of ['A-1', 'A-2', 'A-3']) invoices.push(await made('invoices', { number }));
  for (const from_id of invoices)
    await api.put(`/v1/objects/invoices/${from_id}/associations/of/customers/${customer}`, {});
  return { api, invoices, customer };
}

interface Found {
  id: string;
  properties: Record<string, unknown>;
}

const live = async (api: Client, type: string) =>
  (await api.post(`/v1/objects/${type}/search`, {})).body.data.results;

const restored = (backup: string, fields: object) => restoredInto(operator, backup, fields);

describe('merge', () => {
  it('brings back deleted objects of a type, from the trash and from nowhere, and leaves the rest', async () => {
    const { api, invoices, customer } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    const before = await live(api, 'invoices');
    const [first, second] = invoices;
    await remove(api, `/v1/objects/invoices/${first}`);
    await remove(api, `/v1/objects/invoices/${second}`, 'force=true');
    await api.patch(`/v1/objects/customers/${customer}`, { properties: { name: 'Changed' } });
    const later = await api.post('/v1/objects/invoices', { properties: { number: 'B-1' } });
    const linksOf = async (id: string) =>
      (await api.get(`/v1/objects/customers/${id}/associations`)).body.data.results.length;
    expect(await linksOf(customer)).toBe(1);
    const done = await restored(backup.id, { mode: 'merge', only: { types: ['invoices'] } });
    expect(done).toMatchObject({
      ...{ status: 'completed', error: null, mode: 'merge', undo_backup_id: null },
      ...{ target_tenant_id: api.tenant.id, source_tenant_id: api.tenant.id },
      report: { created: { objects: 2 }, updated: {}, deleted: {}, conflict_count: 0 },
    });
    const after = await live(api, 'invoices');
    expect(after.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [...invoices, later.body.data.id].toSorted(),
    );
    const shown = (some: Array<{ id: string; properties: object; created_at: string }>) =>
      some.map(({ id, properties, created_at }) => ({ id, properties, created_at }));
    const old = after.filter(({ id }: { id: string }) => invoices.includes(id));
    expect(shown(old)).toEqual(shown(before));
    expect((await live(api, 'customers'))[0].properties.name).toBe('Changed');
    expect(await linksOf(customer)).toBe(3);
    const { rows } = await server.db.query(
      "select count(*)::int as n from app.tenants where status = 'provisioning'",
    );
    expect(rows[0].n).toBe(0);
  });
});

describe('merge of records that exist', () => {
  const only = { types: ['invoices'] };

  it('fails where they differ, keeps them, or changes them after a confirmation', async () => {
    const { api, invoices } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    const [first, second] = invoices;
    await api.patch(`/v1/objects/invoices/${first}`, { properties: { number: 'C-1' } });
    await remove(api, `/v1/objects/invoices/${second}`);
    const at = `${path}/${backup.id}/restore`;
    const refused = await operator.post(at, { mode: 'merge', only });
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        code: 'RESTORE_CONFLICT',
        details: {
          conflict_count: 1,
          conflicts: [{ kind: 'objects', id: first, reason: 'differs', fields: ['number'] }],
        },
      },
    ]);
    expect(await live(api, 'invoices')).toHaveLength(2);
    const kept = await restored(backup.id, { mode: 'merge', only, on_conflict: 'keep' });
    expect(kept).toMatchObject({
      status: 'completed',
      report: { created: { objects: 1 }, updated: {}, conflict_count: 1 },
    });
    const numberOf = async (id: string | undefined) =>
      (await api.get(`/v1/objects/invoices/${id}`)).body.data.properties.number;
    expect(await numberOf(first)).toBe('C-1');
    const over = { mode: 'merge', only, on_conflict: 'overwrite' };
    const asked = await operator.post(at, over);
    expect(asked.body.error).toMatchObject({
      code: 'DEPENDENCY_EXISTS',
      dependencies: [{ type: 'objects', count: 1, action: 'updated', label: '1 object updated' }],
    });
    expect(await restored(backup.id, over)).toMatchObject({
      status: 'completed',
      undo_backup_id: expect.stringMatching(/^bak_/),
      report: { created: {}, updated: { objects: 1 }, conflict_count: 0 },
    });
    expect(await numberOf(first)).toBe('A-1');
  });

  it('says of a missing type that it is a missing parent', async () => {
    const { api } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    const other = await createTenant(server);
    const done = await restored(backup.id, {
      ...{ mode: 'merge', only, target_tenant_id: other.tenant.id },
    });
    expect(done.report).toMatchObject({ created: {}, conflict_count: 3 });
    expect(done.report.conflicts[0]).toMatchObject({ kind: 'objects', reason: 'missing_parent' });
  });

  it('tells of it in the feed, as the platform', async () => {
    const { api, invoices } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    const since = (await api.get('/v1/changes')).body.data.next_since;
    await remove(api, `/v1/objects/invoices/${invoices[0]}`);
    const done = await restored(backup.id, { mode: 'merge', only });
    const { rows } = await server.db.query(
      `select type, actor from app.journal where tenant_id = $1 and type = 'object.restored'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([
      {
        type: 'object.restored',
        actor: expect.objectContaining({
          ...{ type: 'platform', meta: { restore_id: done.id, quiet: true } },
        }),
      },
    ]);
    expect(since).toBeDefined();
  });
});

describe('in place', () => {
  it('asks first, makes an undo point, and makes the tenant equal to the backup; the undo point takes it back', async () => {
    const { api, invoices, customer } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    await remove(api, `/v1/objects/invoices/${invoices[0]}`);
    await api.patch(`/v1/objects/customers/${customer}`, { properties: { name: 'Changed' } });
    const later = (await api.post('/v1/objects/customers', { properties: { name: 'Later' } })).body
      .data.id;
    await api.post('/v1/object-types', { name: 'more' });
    const at = `${path}/${backup.id}/restore`;
    const asked = await operator.post(at, { mode: 'in_place' });
    expect([asked.status, asked.body.error]).toMatchObject([
      409,
      { code: 'DEPENDENCY_EXISTS', confirm_token: expect.stringMatching(/^ct_/) },
    ]);
    expect(asked.body.error.dependencies).toEqual(
      expect.arrayContaining([
        { type: 'objects', count: 1, action: 'created', label: '1 object created' },
        { type: 'objects', count: 1, action: 'updated', label: '1 object updated' },
        { type: 'objects', count: 1, action: 'deleted', label: '1 object deleted' },
        { type: 'object_types', count: 1, action: 'deleted', label: '1 object type deleted' },
      ]),
    );
    const list = (await operator.get('/admin/restores')).body.data.restores;
    expect(list[0]).toMatchObject({ status: 'running', awaits_confirmation: true });
    expect(await live(api, 'customers')).toHaveLength(2);
    const other = await operator.post(at, { mode: 'merge' });
    expect([other.status, other.body.error.code]).toEqual([409, 'INVALID_STATE']);

    const done = await restored(backup.id, { mode: 'in_place' });
    expect(done).toMatchObject({
      ...{ status: 'completed', error: null, mode: 'in_place', awaits_confirmation: false },
      report: {
        created: { objects: 1 },
        updated: { objects: 1 },
        deleted: { objects: 1, object_types: 1 },
      },
    });
    expect(done.id).toBe(list[0].id);
    const now = await live(api, 'customers');
    expect(now.map(({ id, properties }: Found) => [id, properties.name])).toEqual([
      [customer, 'Acme'],
    ]);
    expect(await live(api, 'invoices')).toHaveLength(3);
    const undo = (await operator.get(`${path}/${done.undo_backup_id}`)).body.data;
    expect(undo).toMatchObject({ source: 'undo', status: 'completed', tenant_id: api.tenant.id });
    const again = await operator.post(at, { mode: 'in_place' });
    expect(again.status).toBe(201);
    expect(await over(operator, `/admin/restores/${again.body.data.id}`)).toMatchObject({
      ...{ status: 'completed', undo_backup_id: null },
      report: { created: {}, updated: {}, deleted: {} },
    });

    await restored(undo.id, { mode: 'in_place' });
    const back = await live(api, 'customers');
    expect(back.map(({ id }: Found) => id).toSorted()).toEqual([customer, later].toSorted());
    expect((await api.get('/v1/object-types/more')).status).toBe(200);
    expect(await live(api, 'invoices')).toHaveLength(2);
  });

  it('says in a dry run what it would do, and does nothing', async () => {
    const { api, invoices } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    await remove(api, `/v1/objects/invoices/${invoices[0]}`);
    for (const [query, fields] of [
      ['?dry_run=true', {}],
      ['', { dry_run: true }],
    ] as const) {
      const { status, body } = await operator.post(`${path}/${backup.id}/restore${query}`, {
        ...{ mode: 'in_place', ...fields },
      });
      expect(body.error).toBe(undefined);
      expect([status, body.dry_run, body.data.report?.created]).toEqual([
        200,
        true,
        { objects: 1, associations: 1 },
      ]);
    }
    expect(await live(api, 'invoices')).toHaveLength(2);
  });
});

describe('a restored record', () => {
  it('has the rights of those who wrote it, not those of the operator', async () => {
    const { api } = await tenant();
    const few = (await api.post('/v1/keys', { label: 'few', scopes: ['read', 'write'] })).body.data;
    const weak = api.as(few.token);
    await weak.post('/v1/automations', {
      name: 'tell',
      trigger_event: 'object.created',
      actions: [],
    });
    await weak.post('/v1/webhooks', { url: 'https://example.com/w', events: ['object.created'] });
    const rows = async () =>
      Object.fromEntries(
        await Promise.all(
          ['automations', 'webhooks'].map(async (table) => {
            const { rows } = await server.db.query(
              `select to_jsonb(t)->'actor' as actor, authors from app.${table} t where tenant_id = $1`,
              [api.tenant.id],
            );
            return [table, rows];
          }),
        ),
      );
    const before = await rows();
    expect([before.automations.length, before.webhooks.length]).toEqual([1, 1]);
    const backup = await backupOf(operator, api.tenant.id);
    for (const kind of ['automations', 'webhooks']) {
      const { data } = (await api.get(`/v1/${kind}`)).body;
      const [one] = data[kind] ?? data.results ?? data;
      await remove(api, `/v1/${kind}/${one.id}`);
    }
    expect((await rows()).webhooks).toEqual([]);
    const done = await restored(backup.id, {
      ...{ mode: 'merge', only: { resources: ['automations', 'webhooks'] } },
    });
    expect(done.report).toMatchObject({
      created: { automations: 1, webhooks: 1 },
      conflict_count: 0,
    });
    expect(await rows()).toEqual(before);
  });

  it.each([
    [{ types: ['invoice'] }, 'only.types', 'there is no object type invoice'],
    [
      { objects: ['obj_x'] },
      'only.objects',
      'neither the backup nor the tenant has a live object obj_x',
    ],
  ])('names the field of a merge of %o that is wrong', async (only, param, message) => {
    const { api } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    // On a busy machine the first answer comes before it is known.
    const refused = async (at: string, fields: object) =>
      (
        await until(
          () => operator.post(at, { ...fields, only }),
          ({ status }) => status === 400,
        )
      ).body.error;
    const error = await refused(`${path}/${backup.id}/restore`, { mode: 'merge' });
    expect(error).toMatchObject({
      ...{ code: 'VALIDATION_ERROR', param, message: `${param}: ${message}` },
      details: [{ path: param, code: 'unknown', message }],
    });
    const list = (await operator.get('/admin/restores?limit=1')).body.data.restores;
    expect(list[0]).toMatchObject({ status: 'failed', error: `${param}: ${message}` });
    const { rows } = await server.db.query('select app.utc(clock_timestamp()) as as_of');
    const past = await refused(`/admin/tenants/${api.tenant.id}/restore`, rows[0]);
    expect(past).toMatchObject({ code: 'VALIDATION_ERROR', param });
  });

  it.each([
    [{ mode: 'in_place', name: 'X' }, 400, 'VALIDATION_ERROR'],
    [{ mode: 'in_place', on_conflict: 'keep' }, 400, 'VALIDATION_ERROR'],
    [{ mode: 'merge', target_tenant_id: 'ten_x' }, 400, 'VALIDATION_ERROR'],
    [{ mode: 'merge', only: { resources: ['keys'] } }, 409, 'INVALID_STATE'],
  ])('refuses %o', async (fields, expected, code) => {
    const api = await createTenant(server);
    const { id } = await backupOf(operator, api.tenant.id);
    const { status, body } = await operator.post(`${path}/${id}/restore`, fields);
    expect([status, body.error.code]).toEqual([expected, code]);
  });
});

describe('a comparison with a backup', () => {
  it('says what the tenant would have to become, and leaves no staging', async () => {
    const { api, customer } = await tenant();
    const backup = await backupOf(operator, api.tenant.id);
    await api.patch(`/v1/objects/customers/${customer}`, { properties: { name: 'Changed' } });
    const { status, body } = await operator.post(`/admin/tenants/${api.tenant.id}/diff`, {
      with: { backup_id: backup.id },
    });
    expect([status, body.data.with]).toEqual([201, { backup_id: backup.id }]);
    const done = await over(operator, `/admin/diffs/${body.data.id}`);
    expect(done).toMatchObject({ status: 'completed', changes: 1, error: null });
    const { data } = (await operator.get(`/admin/diffs/${done.id}/changes`)).body;
    expect(data.results[0]).toMatchObject({
      ...{ kind: 'objects', key: customer, action: 'update' },
      fields: [{ path: 'name', from: 'Changed', to: 'Acme' }],
    });
    const stagings = async () =>
      (await server.db.query("select 1 from app.tenants where status = 'provisioning'")).rows;
    await until(stagings, (rows) => rows.length === 0);
  });
});
