create or replace function app.vector_shows(p_vector app.vectors, p_filter app.filter)
returns boolean
language plpgsql stable as $$
declare v_object app.objects;
begin
  if not app.json_filter_holds(p_filter, p_vector.metadata) then return false; end if;
  if p_vector.object_id is null then return true; end if;
  v_object := app.vector_object(p_vector.tenant_id, p_vector.object_type_id, p_vector.object_id);
  return v_object.id is not null;
end $$;
comment on function app.vector_shows is
  'Whether the caller is shown a vector: its metadata fit a filter (one without a condition fits all), and they may see the object '
  'that it stands for, if any';
