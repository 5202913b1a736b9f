create or replace function worker.ai_index_fail(
  p_tenant text, p_type_id text, p_attempts integer, p_error jsonb, p_batch jsonb)
returns boolean
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  return app.ai_index_fail(p_tenant, p_type_id, p_attempts, p_error, p_batch);
end $$;
comment on function worker.ai_index_fail is 'Puts the work of an ai_index off that has failed, as app.ai_index_fail says';
