create or replace function app.index_replace(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns integer
language plpgsql volatile as $$
begin
  p_type.indexed := app.index_changed(p_type.indexed, p_old, p_new);
  if p_type.indexed = '{}' then return 0; end if;
  if app.has_unique(p_type.definition) or p_old[1].is_deleted or p_new[1].is_deleted then
    perform app.index_remove(p_type, p_old);
    perform app.index_add(p_type, p_new);
  else
    update app.object_index x set text_value = n.text_value, number_value = n.number_value
    from app.index_entries(p_type, p_old) o
    join app.index_entries(p_type, p_new) n using (property_id, object_id)
    where x.tenant_id = p_type.tenant_id and x.property_id = o.property_id
      and x.text_value = o.text_value and x.number_value = o.number_value
      and x.object_id = o.object_id
      and (n.text_value, n.number_value) is distinct from (o.text_value, o.number_value);
  end if;
  return cardinality(p_type.indexed);
end $$;
comment on function app.index_replace is
  'Brings the index rows of objects from their old state (p_old[i]) to the new one (p_new[i]), all '
  'of them live, trashed or restored, for the properties that changed in any. Returns how many '
  'those are; trashed objects have no rows. 409 UNIQUE_VIOLATION';
