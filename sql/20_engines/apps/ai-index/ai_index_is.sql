create or replace function app.ai_index_is(p_type app.object_types, p_asked jsonb)
returns boolean
language plpgsql stable as $$
declare v_index app.ai_indexes;
begin
  select * into v_index from app.ai_indexes i where i.tenant_id = p_type.tenant_id and i.object_type_id = p_type.id;
  if jsonb_typeof(p_asked) is distinct from 'object' then return v_index.object_type_id is null; end if;
  return v_index.object_type_id is not null and v_index.error is null
    and v_index.properties = array(
      select n.name from jsonb_array_elements_text(p_asked->'properties') with ordinality n(name, place) order by n.place)
    and v_index.provider_id is not distinct from app.ai_index_asked_provider(p_type.tenant_id, p_asked)
    and v_index.model is not distinct from p_asked->>'model'
    and v_index.authors = app.authors_set('{}', 'ai_index') and v_index.actor = app.author();
end $$;
comment on function app.ai_index_is is
  'Whether a type has the very ai_index that a request asks for (or none, as it asks), set by the same caller and without '
  'failures: to set it again would change nothing';
