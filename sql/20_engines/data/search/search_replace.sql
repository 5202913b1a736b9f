create or replace function app.search_replace(
  p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_changed app.objects[] := array(
    select p_new[i] from generate_subscripts(p_new, 1) i
    where (p_old[i]).is_deleted <> (p_new[i]).is_deleted
      or (p_old[i]).properties <> (p_new[i]).properties
        and app.search_document(p_type, (p_old[i]).properties)
          <> app.search_document(p_type, (p_new[i]).properties));
begin
  if v_changed = '{}' then return; end if;
  perform app.search_remove(p_type, array(select o.id from unnest(v_changed) o));
  perform app.search_add(p_type, array(select o from unnest(v_changed) o where not o.is_deleted));
end $$;
comment on function app.search_replace is
  'Brings full text search from the old state of objects (p_old[i]) to the new one (p_new[i]), '
  'where their words changed; trashed objects have none';
