create or replace function app.integration_found(
  p_integration app.integrations, p_type app.object_types, p_names text[], p_keys jsonb[], p_ids text[])
returns text[]
language plpgsql stable as $$
declare
  v_most constant integer := 10000;  -- objects in the trash that are looked at, the newest
  v_hashes jsonb;
  v_id text;
  v_at integer;
begin
  select json_object_agg(app.match_hash(k.key, p_names), k.o)::jsonb into v_hashes
  from unnest(p_keys) with ordinality k(key, o)
  where k.key is not null and p_ids[k.o] is null;
  if v_hashes is null then return p_ids; end if;
  -- Those that were given another key here: the source knows them by the old one.
  for v_id, v_at in
    select o.id, (v_hashes->>app.match_hash(o.properties || l.seen, p_names))::integer
    from app.integration_links l
    join app.objects o on o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = l.object_id
      and not o.is_deleted
    where l.tenant_id = p_type.tenant_id and l.integration_id = p_integration.id and l.seen is not null
      and v_hashes ? app.match_hash(o.properties || l.seen, p_names)
  loop
    p_ids[v_at] := v_id;
    v_hashes := v_hashes - app.match_hash(p_keys[v_at], p_names);
  end loop;
  for v_id, v_at in
    select o.id, (v_hashes->>app.match_hash(o.properties, p_names))::integer
    from (
      select x.id, x.properties from app.objects x
      where x.tenant_id = p_type.tenant_id and x.object_type_id = p_type.id and x.is_deleted
      order by x.id desc limit v_most) o
    join app.integration_links l on l.tenant_id = p_type.tenant_id and l.integration_id = p_integration.id
      and l.object_id = o.id
    where v_hashes ? app.match_hash(o.properties, p_names)
  loop
    p_ids[v_at] := v_id;
  end loop;
  return p_ids;
end $$;
comment on function app.integration_found is
  'The objects of rows (p_ids, by p_keys), and for those without one the object that had this key when it was last in step: it was given '
  'another, or is in the trash';
