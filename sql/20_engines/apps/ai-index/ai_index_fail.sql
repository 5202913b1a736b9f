create or replace function app.ai_index_fail(
  p_tenant text, p_type_id text, p_attempts integer, p_error jsonb, p_batch jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_due timestamptz := v_now;
  v_index app.ai_indexes;
  v_error jsonb := jsonb_strip_nulls(jsonb_build_object(
    'code', p_error->'code', 'message', p_error->'message', 'status', p_error->'status'));
  v_items integer := coalesce(jsonb_array_length(p_batch->'items'), 0);
  v_is_of_text boolean;
begin
  v_index := app.ai_index_hold(p_tenant, p_type_id, p_attempts);
  if v_index.object_type_id is null then return false; end if;
  -- A provider that has answered before refuses this: it is one of the texts. If it refuses a hundred, it is not.
  v_is_of_text := coalesce((v_error->>'status')::integer in (400, 413, 422), false) and exists (
    select 1 from app.vector_collections c where c.tenant_id = p_tenant and c.name = v_index.collection) and (
    select count(*) from app.dead_letters d
    where d.tenant_id = p_tenant and d.source = 'ai' and d.source_id = p_type_id) < 100;
  if v_is_of_text and v_items = 1 then
    perform app.dead_letter_add(p_tenant, 'ai', p_type_id, p_batch #>> '{items,0,id}', 'ai_index', jsonb_build_object(
      'object_type_id', p_type_id, 'object_id', p_batch #> '{items,0,id}'), p_error->>'message', 1, 1);
    perform app.ai_index_settle(v_index, p_batch || jsonb_build_object('gone', jsonb_build_array(p_batch #> '{items,0,id}')));
    v_error := null;
  elsif p_error->>'code' = 'PLAN_LIMIT_EXCEEDED' or p_error @> '{"is_muted":true}' then
    v_due := v_now + interval '10 minutes';
  elsif p_error->>'code' = 'RATE_LIMITED' then
    v_due := v_now + greatest(5, least((p_error->>'retry_after')::integer, 3600)) * interval '1 second';
  elsif not v_is_of_text then
    v_index.failures := least(v_index.failures + 1, 1000);
    v_due := case when v_index.failures < app.ai_index_most_failures()
      then v_now + exp(least(v_index.failures, 8)) * interval '1 second' end;
  end if;
  if v_error is not null then
    update app.ai_indexes i set error = v_error, failures = v_index.failures
    where i.tenant_id = p_tenant and i.object_type_id = p_type_id;
  end if;
  if v_due is null then
    perform app.dead_letter_add(p_tenant, 'ai', p_type_id, p_type_id, 'ai_index', jsonb_build_object(
      'object_type_id', p_type_id), p_error->>'message', v_index.failures, app.ai_index_most_failures());
  end if;
  perform app.work_end(p_tenant, 'ai_index', p_type_id, p_attempts, v_due);
  return false;
end $$;
comment on function app.ai_index_fail is
  'Puts the work of an ai_index off that has failed {code, message, status?, retry_after?, is_muted?}: for the limit of tokens, outbound that is off, or a provider that is busy '
  'until there may be room, for another reason longer each time. What fails for good becomes a dead letter: one text that the provider '
  'refuses, or the whole after the last attempt, which goes on with the next change. Always false';
