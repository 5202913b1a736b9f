import { createHash } from 'node:crypto';
import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A provider and a vector that say the marker wherever they can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/ai-providers', {
    name: marker,
    provider_type: 'local',
    config_json: { default_model: marker, embedding_model: marker },
    is_default: true,
  });
  // Their names stand in paths, which the log shows.
  const vector_id = createHash('sha1').update(marker).digest('hex');
  await api.put('/v1/ai/vectors/cars', {
    items: [{ id: vector_id, text: marker, metadata: { [marker]: marker } }],
    model: marker,
  });
  const said = await api.post('/v1/ai/chat', { message: marker });
  return {
    provider_id: body.data.id,
    collection: 'cars',
    vector_id,
    conversation_id: said.body.data.conversation_id,
  };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with provider as (
       insert into app.ai_providers (tenant_id, id, name, provider_type, created_at, updated_at)
       values ($1, $3, $2, 'local', now(), now())),
     used as (
       insert into app.ai_usage (tenant_id, day, operation, model, requests, prompt_tokens, completion_tokens, cost_usd)
       values ($1, current_date, 'chat', $2, 1, 1, 0, 0)),
     called as (
       insert into app.ai_calls (tenant_id, id, tokens, expires_at) values ($1, $4, 1, now() + interval '1 hour')),
     talk as (
       insert into app.ai_conversations (tenant_id, id, owner, title, messages, created_at, updated_at)
       values ($1, 'conv_' || $2, $2, $2, 1, now(), now())),
     line as (
       insert into app.ai_messages (tenant_id, conversation_id, position, role, content, sources, model, created_at)
       values ($1, 'conv_' || $2, 1, 'user', $2, jsonb_build_array($2::text), $2, now())),
     made as (
       insert into app.vector_collections (tenant_id, name, dimensions, model, created_at) values ($1, $5, 1, $2, now())),
     kept as (
       insert into app.vectors (tenant_id, collection, id, embedding, text, updated_at) values ($1, $5, $2, '{1}', $2, now())),
     type as (
       insert into app.object_types (tenant_id, id, name, ai_index) values ($1, 'ot_ai_' || $2, 'indexed-' || md5($2), array[$2::text])),
     indexed as (
       insert into app.ai_indexes (tenant_id, object_type_id, properties, provider_id, model, collection, cursor, error, actor, authors,
         created_at, updated_at)
       values ($1, 'ot_ai_' || $2, array[$2::text], $2, $2, $2, $2, jsonb_build_object('message', $2::text), '{}', '{}', now(), now())),
     heard as (
       insert into app.ai_index_changes (tenant_id, object_type_id, id, object_id) values ($1, 'ot_ai_' || $2, 'evt_' || $2, $2)),
     worded as (
       insert into app.vector_words (tenant_id, collection, id, document) values ($1, $5, $2, to_tsvector('simple', $2)))
     insert into app.vector_bits (tenant_id, collection, id, bits) values ($1, $5, $2, '1')`,
    [tenantId, marker, `aip_${marker}`, `aic_${marker}`, `rows of ${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  ai_providers: /^(provider_type|api_key|api_key_preview)$/,
  ai_messages: /^role$/,
};
