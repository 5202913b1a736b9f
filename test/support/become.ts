import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { groupSeeds } from './group-seeds.ts';
import { seedEvents } from './seed-events.ts';
import { seedFileRows } from './seed-files.ts';

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
        insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at, tx_id)
        values ('ten_${letter}', 'ot_${letter}', 'obj_${letter}', '{}', now(), now(), '1')),
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
          skipped, failed, duration_ms, tx_id)
        values ('ten_${letter}', 'imp_${letter}', 'ot_${letter}', 'completed', 'csv', 'insert', 0, 0, 0, 0, 0, 0, '1')),
      export as (
        insert into app.exports (tenant_id, id, object_type_id, format, request, principal, filename)
        values ('ten_${letter}', 'exp_${letter}', 'ot_${letter}', 'csv', '{}', '{}', 'f')),
      chunk as (insert into app.export_chunks values ('ten_${letter}', 'exp_${letter}', 0, '${letter}')),
      host as (insert into app.tenant_hosts values ('${letter}.example', 'ten_${letter}')),
      email as (insert into app.email_tenants values (sha256('${letter}'), 'ten_${letter}')),
      settings as (insert into app.tenant_settings (tenant_id) values ('ten_${letter}')),
      users as (
        insert into app.users (tenant_id, id, email) values ('ten_${letter}', 'usr_${letter}', '${letter}@example.com')),
      session as (
        insert into app.sessions (tenant_id, id, user_id) values ('ten_${letter}', 'ses_${letter}', 'usr_${letter}')),
      identity as (
        insert into app.identities (tenant_id, id, user_id, provider, subject)
        values ('ten_${letter}', 'idn_${letter}', 'usr_${letter}', 'google', '${letter}')),
      auth_token as (
        insert into app.auth_tokens (tenant_id, token_hash, type, user_id, recipient, otp_hash, expires_at)
        values ('ten_${letter}', sha256('${letter}'), 'recovery', 'usr_${letter}', '${letter}@example.com',
          sha256('1'), now() + interval '1 h')),
      challenge as (
        insert into app.auth_challenges (tenant_id, id, kind, expires_at)
        values ('ten_${letter}', 'chl_${letter}', 'mfa', now() + interval '5 min')),
      counter as (
        insert into app.auth_counters (tenant_id, name, count, started_at) values ('ten_${letter}', 'n', 1, now())),
      factor as (
        insert into app.mfa_factors (tenant_id, id, user_id, secret)
        values ('ten_${letter}', 'mfa_${letter}', 'usr_${letter}', 's')),
      recovery as (
        insert into app.recovery_codes (tenant_id, user_id, code_hash)
        values ('ten_${letter}', 'usr_${letter}', sha256('${letter}'))),
      passkey as (
        insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key)
        values ('ten_${letter}', 'pk_${letter}', 'usr_${letter}', 'c', '${letter}')),
      saml as (
        insert into app.saml_providers (tenant_id, id, name, entity_id, sso_url, certificates)
        values ('ten_${letter}', 'saml_${letter}', 'S', 'e', 'https://idp.example', '{c}')),
      assertion as (
        insert into app.saml_assertions values ('ten_${letter}', sha256('${letter}'), now() + interval '5 min')),
      role as (
        insert into app.roles (tenant_id, id, name) values ('ten_${letter}', 'role_${letter}', 'editor')),
      member as (
        insert into app.role_members (tenant_id, user_id, role_id)
        values ('ten_${letter}', 'usr_${letter}', 'role_${letter}')),
      policy as (
        insert into app.policies (tenant_id, object_type_id, id, name, action)
        values ('ten_${letter}', 'ot_${letter}', 'pol_${letter}', 'own', 'select')),
      gone as (insert into app.policies_gone values ('ten_${letter}', 'ot_gone')),
      message as (
        insert into app.messages (tenant_id, id, channel, recipient, template)
        values ('ten_${letter}', 'msg_${letter}', 'email', '${letter}@example.com', 'recovery')),
      notification as (
        insert into app.notifications (tenant_id, id, user_id, type, title)
        values ('ten_${letter}', 'ntf_${letter}', 'usr_${letter}', 'x', 'T')),
      preference as (
        insert into app.notification_preferences (tenant_id, user_id, channel)
        values ('ten_${letter}', 'usr_${letter}', 'email'))
      insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id)
      values ('ten_${letter}', pg_current_xact_id(), app.new_id('evt'), 'object.created', '{}', 'object', 'obj_${letter}')`);
    await seedEvents(db, letter);
    await seedFileRows(db, letter);
    for (const { seedRows } of groupSeeds) await seedRows?.(db, `ten_${letter}`, letter);
  }
}
