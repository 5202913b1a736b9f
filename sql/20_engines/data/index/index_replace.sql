create or replace function app.index_replace(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
begin
  p_type.indexed := array(
    select p from unnest(p_type.indexed) p
    where exists (
      select from generate_subscripts(p_old, 1) i
      where (p_old[i]).properties->p.name is distinct from (p_new[i]).properties->p.name
        or (p_old[i]).is_deleted <> (p_new[i]).is_deleted));
  perform app.index_remove(p_type, p_old);
  perform app.index_add(p_type, p_new);
end $$;
comment on function app.index_replace is
  'Brings the index rows of objects from their old state (p_old[i]) to the new one (p_new[i]), '
  'for the properties that changed in any; trashed objects have none. 409 UNIQUE_VIOLATION';
