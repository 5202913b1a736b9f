create or replace function worker.ai_index_put(
  p_tenant text, p_type_id text, p_attempts integer, p_batch jsonb, p_used jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_index app.ai_indexes;
  v_error jsonb;
  v_ids text[] := array(select i->>'id' from jsonb_array_elements(p_batch->'items') i);
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  perform app.ai_record(p_tenant, 'index', p_used);
  v_index := app.ai_index_hold(p_tenant, p_type_id, p_attempts);
  if v_index.object_type_id is null then return false; end if;
  begin
    perform app.ai_index_put(v_index, p_used->>'model', p_batch->'items');
  exception when others then
    get stacked diagnostics v_error = pg_exception_detail;
    if sqlstate !~ '^PT4' then raise; end if;
    return app.ai_index_fail(
      p_tenant, p_type_id, p_attempts, v_error || jsonb_build_object('message', sqlerrm), '{}');
  end;
  perform app.ai_index_settle(v_index, p_batch);
  delete from app.dead_letters d
  where d.tenant_id = p_tenant and d.source = 'ai' and d.source_id = p_type_id
    and (d.record_id = any (v_ids) or d.record_id = p_type_id);
  return true;
end $$;
comment on function worker.ai_index_put is
  'Ends a batch of an ai_index: stores the vectors {items: [{id, text, vector}]} and counts what they took. False when it goes on without '
  'this attempt, or has to wait';
