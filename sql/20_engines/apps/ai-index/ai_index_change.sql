create or replace function app.ai_index_change(p_type app.object_types, args jsonb)
returns app.object_types
language plpgsql volatile as $$
begin
  if not args ? 'ai_index' then return p_type; end if;
  perform app.ai_index_check(p_type, case jsonb_typeof(args->'ai_index') when 'object' then args->'ai_index' else '{"properties": []}' end);
  if jsonb_typeof(args->'ai_index') = 'object' then
    perform app.ai_index_set(p_type, args->'ai_index');
  else
    perform app.ai_index_remove(p_type.tenant_id, p_type.id);
  end if;
  select * into p_type from app.object_types t where t.tenant_id = p_type.tenant_id and t.id = p_type.id;
  return p_type;
end $$;
comment on function app.ai_index_change is
  'Does what a request says of the ai_index of a type: sets it, removes it (null), or leaves it; returns the type as it is then';
