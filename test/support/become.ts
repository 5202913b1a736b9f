import pg from 'pg';
import type { TestDatabase } from './database.ts';

type Role = 'insula_api' | 'insula_tenant' | 'insula_platform' | 'insula_worker';

/**
 * A connection as a runtime role has it: insula_api and insula_worker log in, the other two are entered from
 * insula_api. With `tenant`, in that tenant's context.
 */
export async function become(
  database: Pick<TestDatabase, 'apiUrl' | 'workerUrl'>,
  role: Role,
  tenant?: string,
): Promise<pg.Client> {
  const connectionString = role === 'insula_worker' ? database.workerUrl : database.apiUrl;
  const client = new pg.Client({ connectionString });
  await client.connect();
  if (role === 'insula_tenant' || role === 'insula_platform')
    await client.query(`set role ${role}`);
  if (tenant !== undefined)
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenant]);
  return client;
}

/** The SQLSTATE that a statement fails with, or `ok`. */
export async function outcome(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<string> {
  try {
    await client.query(text, values);
    return 'ok';
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error);
  }
}

/** Two tenants, `ten_a` and `ten_b`, each with one row in every table that has a tenant, straight from the owner. */
export async function seedTenants(db: pg.Pool): Promise<void> {
  for (const letter of ['a', 'b']) {
    await db.query(`
      with tenant as (
        insert into app.tenants (tenant_id, name, slug) values ('ten_${letter}', 'T', 'slug-${letter}')),
      slug as (insert into app.tenant_slugs values ('slug-${letter}', 'ten_${letter}')),
      key as (
        insert into app.api_keys (tenant_id, id, handle, secret_hash, last4, scopes)
        values ('ten_${letter}', 'key_${letter}', repeat('${letter}', 12), sha256('${letter}'), 'last', '{*}')),
      type as (
        insert into app.object_types (tenant_id, id, name) values ('ten_${letter}', 'ot_${letter}', 'things')),
      property as (
        insert into app.properties (tenant_id, object_type_id, id, name, data_type)
        values ('ten_${letter}', 'ot_${letter}', 'prop_${letter}', 'name', 'string')),
      object as (
        insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at)
        values ('ten_${letter}', 'ot_${letter}', 'obj_${letter}', '{}', now(), now())),
      index as (
        insert into app.object_index (tenant_id, property_id, text_value, number_value, object_id)
        values ('ten_${letter}', 'prop_${letter}', 'x', 0, 'obj_${letter}')),
      version as (
        insert into app.object_versions (tenant_id, object_type_id, object_id, version, properties, is_deleted,
          operation, created_at, tx_id)
        values ('ten_${letter}', 'ot_${letter}', 'obj_${letter}', 1, '{}', false, 'create', now(), '1')),
      counts as (
        insert into app.object_counts (tenant_id, object_type_id, slot) values ('ten_${letter}', 'ot_${letter}', 0)),
      token as (
        insert into app.confirm_tokens values
          ('ten_${letter}', sha256('${letter}'), 'p', 'object', 'obj_${letter}', 'f', now() + interval '5 min')),
      search as (
        insert into app.object_search values ('ten_${letter}', 'ot_${letter}', 'obj_${letter}', 'x')),
      association_type as (
        insert into app.association_types (tenant_id, id, name) values ('ten_${letter}', 'asct_${letter}', 'owner')),
      association as (
        insert into app.associations (tenant_id, id, association_type, from_type_id, from_id, to_type_id, to_id)
        values ('ten_${letter}', 'asc_${letter}', 'owner', 'ot_${letter}', 'obj_${letter}', 'ot_${letter}', 'obj_x')),
      view as (
        insert into app.views (tenant_id, object_type_id, id, name)
        values ('ten_${letter}', 'ot_${letter}', 'view_${letter}', 'open')),
      idempotency as (
        insert into app.idempotency_keys (tenant_id, principal, key, request_hash)
        values ('ten_${letter}', 'p', 'k', sha256('${letter}'))),
      seal as (insert into app.journal_seals values ('ten_${letter}', '1', 'evt_${letter}', sha256('${letter}'))),
      import as (
        insert into app.imports (tenant_id, id, object_type_id, status, format, mode, total, created, updated,
          skipped, failed, duration_ms)
        values ('ten_${letter}', 'imp_${letter}', 'ot_${letter}', 'completed', 'csv', 'insert', 0, 0, 0, 0, 0, 0)),
      export as (
        insert into app.exports (tenant_id, id, object_type_id, format, request, principal, filename)
        values ('ten_${letter}', 'exp_${letter}', 'ot_${letter}', 'csv', '{}', '{}', 'f')),
      chunk as (insert into app.export_chunks values ('ten_${letter}', 'exp_${letter}', 0, '${letter}'))
      insert into app.journal (tenant_id, id, type, actor, resource_type, resource_id)
      values ('ten_${letter}', app.new_id('evt'), 'object.created', '{}', 'object', 'obj_${letter}')`);
  }
}
