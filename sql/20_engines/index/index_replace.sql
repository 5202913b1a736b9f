create or replace function app.index_replace(p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
begin
  if not exists (
    select from unnest(p_type.indexed) p cross join generate_subscripts(p_old, 1) i
    where (p_old[i]).properties->p.name is distinct from (p_new[i]).properties->p.name
      or (p_old[i]).is_deleted <> (p_new[i]).is_deleted) then
    return;
  end if;

  delete from app.object_index x
  using (select * from app.index_entries(p_type, p_old) except select * from app.index_entries(p_type, p_new)) e
  where x.tenant_id = p_type.tenant_id and x.property_id = e.property_id and x.text_value = e.text_value
    and x.number_value = e.number_value and x.object_id = e.object_id;

  insert into app.object_index (tenant_id, property_id, text_value, number_value, object_id, is_unique)
  select * from app.index_entries(p_type, p_new) except select * from app.index_entries(p_type, p_old)
  on conflict do nothing;

  if app.has_unique(p_type) then perform app.unique_check(p_type, p_new); end if;
end $$;
comment on function app.index_replace is
  'Brings the index rows of objects from their old state (p_old[i]) to the new one (p_new[i]); trashed objects have none. 409 UNIQUE_VIOLATION';
