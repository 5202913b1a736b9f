create or replace function worker.ai_index_take(p_tenant text, p_type_id text, p_attempts integer)
returns json
language plpgsql volatile as $$
declare
  v_system constant jsonb := '{"type":"system","id":"worker"}';
  v_index app.ai_indexes;
  v_principal jsonb;
  v_batch jsonb;
  v_begun jsonb := '{}';
  v_error jsonb;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, v_system);
  -- First, and the dispatcher holds it too: nothing is noted between the last look and the end.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  v_index := app.ai_index_hold(p_tenant, p_type_id, p_attempts);
  if v_index.object_type_id is null then return null; end if;
  v_principal := app.ai_index_principal(v_index);
  begin
    if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
    v_done := app.act_as(v_principal);
    perform app.act_check('ai', 'ai:manage'), app.act_check('read', 'objects:read');
    -- Others want the tenant's row as well: a look ends after some hundred objects that have nothing to embed.
    for i in 1..5 loop
      -- One text at a time where the provider has refused several.
      v_batch := app.ai_index_batch(v_index, case when v_index.error ? 'status' then 1 else 50 end);
      exit when v_batch is null or v_batch->'items' <> '[]';
      perform app.ai_index_settle(v_index, v_batch);
      v_index.cursor := v_batch->>'cursor';
    end loop;
    if v_batch->'items' <> '[]' then
      v_begun := jsonb_build_object('provider', app.ai_index_provider(v_index), 'model', app.ai_index_model(v_index),
        'history', '[]'::jsonb, 'call_id', app.ai_reserve(p_tenant, (
          select sum(length(i->>'text') / 4 + 1) from jsonb_array_elements(v_batch->'items') i)::bigint));
    end if;
  exception when others then
    get stacked diagnostics v_error = pg_exception_detail;
    if sqlstate !~ '^PT4' then raise; end if;
    perform app.ai_index_fail(p_tenant, p_type_id, p_attempts, v_error || jsonb_build_object('message', sqlerrm), '{}');
    return null;
  end;
  v_done := app.act_back(v_system);
  if v_batch is null then
    perform app.work_end(p_tenant, 'ai_index', p_type_id, p_attempts);
    return null;
  end if;
  return v_begun || v_batch;
end $$;
comment on function worker.ai_index_take is
  'Begins the next batch of an ai_index as its author: app.ai_index_batch, with where to ask and which model. Null when there is nothing '
  'to do now: all is done, another attempt goes on with it, or it has to wait';
