create or replace function app.export_columns(
  p_type app.object_types, p_untyped text[], args jsonb)
returns jsonb
language sql stable as $$
  select coalesce(json_agg(jsonb_build_object('name', c.name,
    'data_type', p_type.definition->c.name->>'type') order by c.n)::jsonb, '[]')
  from (
    select n.name, min(n.n) as n
    from unnest(case
      when args ? 'properties' then array(select jsonb_array_elements_text(args->'properties'))
      else array(
        select p.name from app.properties p
        where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id order by p.id)
        || p_untyped end) with ordinality n(name, n)
    where n.name <> all (app.export_taken(args))
    group by n.name) c
$$;
comment on function app.export_columns is
  'The properties that an export shows, [{name, data_type}]: those that were asked for, or the '
  'defined ones as they were defined and then p_untyped';
