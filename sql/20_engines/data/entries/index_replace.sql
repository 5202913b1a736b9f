create or replace function app.index_replace(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns integer
language plpgsql volatile as $$
declare v_done text;
begin
  p_type.indexed := app.index_changed(p_type.indexed, p_old, p_new);
  if p_type.indexed = '{}' then return 0; end if;
  if cardinality(p_new) = 1 and not p_old[1].is_deleted and not p_new[1].is_deleted
    and not app.has_unique(p_type.definition) then
    return app.index_move(p_type, p_old[1], p_new[1]);
  end if;
  v_done := app.index_remove(p_type, p_old);
  return app.index_add(p_type, p_new);
end $$;
comment on function app.index_replace is
  'Brings the index rows of objects from their old state (p_old[i]) to the new one (p_new[i]), '
  'for the properties that changed in any; trashed objects have none. Returns 0 when there were '
  'none. 409 UNIQUE_VIOLATION';
