create or replace function app.filter_refuse(
  p_type app.object_types, p_filter app.filter, p_rows bigint, p_sort text)
returns void
language plpgsql stable as $$
declare
  v_names text[] := array(
    select distinct n.name from (
      select m[1] from regexp_matches(
        p_filter.asked->>'text', '\$\."((?:[^"\\]|\\.)*)"', 'g') m
      union select coalesce(x->>'name', x->>'property', x->'steps'->>0)
      from jsonb_array_elements(p_filter.externals) x
      union select p_sort) n(name)
    where p_type.definition ? n.name and not p_type.definition->n.name ? 'ready' order by 1);
begin
  perform app.fail(400, 'FILTER_TOO_EXPENSIVE', format(
    'Checking %s objects of %s against this filter would take too long. %s', p_rows, p_type.name,
    case when v_names = '{}' then 'Add a condition that can use an index and leaves fewer objects '
        'to check: eq, in, lt, lte, gt, gte, between or starts_with on an indexed property.'
      else format('Index %s (is_indexed) and filter by it with eq, in, lt, lte, gt, gte, between '
        'or starts_with, or add such a condition on an indexed property, or simplify the filter.',
        array_to_string(v_names[:10], ', ')) end),
    jsonb_build_object('reason', 'price', 'objects', p_rows, 'index', to_jsonb(v_names)));
end $$;
comment on function app.filter_refuse is
  'Refuses with 400 FILTER_TOO_EXPENSIVE, naming the properties that a filter (or p_sort) uses '
  'and that have no index';
