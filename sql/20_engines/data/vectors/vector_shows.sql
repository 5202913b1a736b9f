create or replace function app.vector_shows(p_vector app.vectors, p_filter app.filter)
returns boolean
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_object app.objects;
begin
  if not app.json_filter_holds(p_filter, p_vector.metadata) then return false; end if;
  if p_vector.object_id is null then return true; end if;
  select * into v_type from app.object_types t
  where t.tenant_id = p_vector.tenant_id and t.id = p_vector.object_type_id;
  select * into v_object from app.objects o
  where o.tenant_id = p_vector.tenant_id and o.object_type_id = p_vector.object_type_id
    and o.id = p_vector.object_id and not o.is_deleted;
  return v_object.id is not null and app.type_is_permitted(v_type, 'read') and app.policy_shows(v_type, v_object);
end $$;
comment on function app.vector_shows is
  'Whether the caller is shown a vector: its metadata fit a filter (one without a condition fits all), and they may see the object '
  'that it stands for, if any';
