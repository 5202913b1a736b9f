create or replace function app.ai_index_drop_property(p_type app.object_types, p_name text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_left text[] := array_remove(p_type.ai_index, p_name);
begin
  if p_type.ai_index is null or v_left = p_type.ai_index then return; end if;
  if v_left = '{}' then
    perform app.ai_index_remove(p_type.tenant_id, p_type.id);
    return;
  end if;
  perform app.work_add(p_type.tenant_id, 'ai_index', p_type.id, v_now);
  update app.ai_indexes i set properties = v_left, cursor = '', done = 0, updated_at = v_now
  where i.tenant_id = p_type.tenant_id and i.object_type_id = p_type.id;
  update app.object_types t set ai_index = v_left where t.tenant_id = p_type.tenant_id and t.id = p_type.id;
end $$;
comment on function app.ai_index_drop_property is
  'Takes a property that is deleted out of the ai_index of its type, whose vectors are made again without it; the last one takes the '
  'ai_index along. Its author stays who set it';
