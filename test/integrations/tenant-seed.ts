import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** An integration that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/integrations', {
    name: marker,
    provider: 'webhook_inbound',
    config_json: { records: marker },
    mapping: [{ from: marker, to: marker, transform: marker }],
    match_on: marker,
    modified_from: marker,
  });
  return { integration_id: body.data.id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with integration as (
       insert into app.integrations (tenant_id, id, name, provider, object_type_id, config_json, secrets, mapping,
         match_on, conflict, modified_from, sync_direction, schedule, status, cursor, error, actor, authors, created_at,
         updated_at)
       values ($1, $3, $2, 'mock', $2, to_jsonb($2::text), to_jsonb($2::text), to_jsonb($2::text), to_jsonb($2::text),
         'source_wins', $2, 'inbound', to_jsonb($2::text), 'active', to_jsonb($2::text), $2, to_jsonb($2::text),
         to_jsonb($2::text), now(), now())),
     sync as (
       insert into app.integration_syncs (tenant_id, id, integration_id, trigger, status, error, created_at)
       values ($1, $4, $3, 'manual', 'failed', $2, now())),
     log as (
       insert into app.integration_logs (tenant_id, id, integration_id, sync_id, level, direction, status, message, error,
         created_at)
       values ($1, $5, $3, $4, 'info', 'inbound', 'failed', $2, to_jsonb($2::text), now())),
     link as (
       insert into app.integration_links (tenant_id, integration_id, object_id, version, seen)
       values ($1, $3, $2, 1, to_jsonb($2::text)))
     insert into app.integration_messages (tenant_id, integration_id, id, body, faults, received_at)
     values ($1, $3, $2, to_jsonb($2::text), to_jsonb($2::text), now())`,
    [tenantId, marker, `int_${marker}`, `sync_${marker}`, `ilog_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  integrations: /^(provider|conflict|sync_direction|status)$/,
  integration_syncs: /^(trigger|status)$/,
  integration_logs: /^(level|direction|status)$/,
};
