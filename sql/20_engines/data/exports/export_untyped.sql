create or replace function app.export_untyped(
  p_type app.object_types, p_filter app.filter, p_range jsonb, args jsonb)
returns text[]
language plpgsql stable as $$
declare
  v_defined text[] := array(select jsonb_object_keys(p_type.definition));
  v_names text[];
begin
  if args @> '{"include_deleted":true}' then
    v_names := array(
      select distinct k from (
        select o.properties - v_defined as rest from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and app.filter_holds(p_filter, row(o.*)::app.objects) offset 0) r
      cross join lateral jsonb_object_keys(r.rest) k where r.rest <> '{}' order by k);
  else
    v_names := array(
      select distinct k from (
        select o.properties - v_defined as rest
        from app.objects_matching(p_type, p_filter, p_range) o offset 0) r
      cross join lateral jsonb_object_keys(r.rest) k where r.rest <> '{}' order by k);
  end if;
  if cardinality(v_names) > 1000 then
    perform app.invalid('format', 'too_many_columns',
      'the objects have more than 1000 different properties. List the ones that you want in '
      'properties, or export as json');
  end if;
  return v_names;
end $$;
comment on function app.export_untyped is
  'The names that objects of an export hold and their type does not define, in order: a table has '
  'to know its columns before its first row';
