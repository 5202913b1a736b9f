create or replace function app.properties_untyped_check(
  p_type app.object_types, p_input jsonb, p_old jsonb, p_path text)
returns void
language plpgsql immutable as $$
declare v_unknown text[] := array(
  select key from jsonb_object_keys(p_input) key
  where not p_type.definition ? key and (p_input->key = 'null' and p_old ? key) is not true);
begin
  if cardinality(v_unknown) = 0 then return; end if;
  if p_type.is_strict then
    perform app.fail(400, 'UNKNOWN_PROPERTY',
      format('%s.%s is not a property of %s, which is strict%s', p_path, v_unknown[1], p_type.name,
        coalesce(nullif(app.nearest_hint(v_unknown[1], p_type.names), ''),
          '. Create the property first, or leave it out.')),
      (select json_agg(jsonb_build_object(
         'path', p_path || '.' || u, 'code', 'unknown_property', 'message',
         'is not defined' || case when n <= 3 then app.nearest_hint(u, p_type.names) else '' end)
         order by n)::jsonb
       from unnest(v_unknown) with ordinality k(u, n)), p_path || '.' || v_unknown[1]);
  end if;
  if exists (select 1 from unnest(v_unknown) u where length(u) not between 1 and 255) then
    perform app.invalid(p_path, 'invalid_name', 'property names must have 1 to 255 characters');
  end if;
end $$;
comment on function app.properties_untyped_check is
  'Refuses properties that a strict type does not define. Other types keep them as they are, and '
  'those that an object has may always be removed';
