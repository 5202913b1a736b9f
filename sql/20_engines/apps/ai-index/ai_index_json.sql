create or replace function app.ai_index_json(p_tenant text, p_type_id text)
returns json
language plpgsql stable as $$
declare v_index app.ai_indexes;
begin
  select * into v_index from app.ai_indexes i where i.tenant_id = p_tenant and i.object_type_id = p_type_id;
  if v_index.object_type_id is null then return null; end if;
  return json_build_object('properties', v_index.properties, 'provider_id', v_index.provider_id, 'model', coalesce(
      v_index.model, (
        select c.model from app.vector_collections c where c.tenant_id = p_tenant and c.name = v_index.collection)),
    'status', case
      when v_index.error is not null and v_index.failures >= app.ai_index_most_failures() then 'failed'
      when v_index.error is not null then 'waiting'
      when v_index.cursor is not null then 'building'
      else 'ready' end,
    'done', v_index.done, 'total', v_index.total, 'error', v_index.error - 'status');
end $$;
comment on function app.ai_index_json is 'The ai_index of an object type as the API shows it, with its progress; null when there is none';
