create or replace function app.export_head(
  p_type app.object_types, p_filter app.filter, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_names text[] := '{}';
  v_objects app.objects[];
  v_after jsonb;
begin
  -- A table has to know its columns before its first row, and a type that is not strict may hold
  -- properties that nobody has defined.
  if args->>'format' in ('csv', 'xlsx') and not args ? 'properties' and not p_type.is_strict then
    loop
      v_objects := app.export_page(p_type, p_filter, args, v_after, 1000);
      v_names := array(
        select unnest(v_names)
        union select k from unnest(v_objects) o, jsonb_object_keys(o.properties) k
          where not p_type.definition ? k
        order by 1);
      if cardinality(v_names) > 1000 then
        perform app.invalid('format', 'too_many_columns',
          'the objects have more than 1000 different properties. Name the ones that you want in '
          'properties, or export as json');
      end if;
      exit when cardinality(v_objects) < 1000;
      v_after := app.sort_values(
        app.object_json(v_objects[1000]), app.sort_check(p_type, args->>'sort'));
    end loop;
  end if;
  return json_build_object('untyped', v_names, 'properties', (
    select coalesce(json_agg(json_build_object('name', p.name, 'data_type', p.data_type)
      order by p.id), '[]')
    from app.properties p
    where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id));
end $$;
comment on function app.export_head is
  'Returns the columns of an export: the defined properties, and for tables the names of the '
  'other ones';
