create or replace function app.invariant_names(
  p_type_id text, p_leaves jsonb[], p_when jsonb, p_overlap jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  return (
    select coalesce(json_object_agg(t.type_id, t.names)::jsonb, '{}')
    from (
      select n.type_id, to_json(array_agg(distinct n.name)) as names
      from (
        select coalesce(l->'of'->>'type_id', p_type_id) as type_id, l->>'property' as name from unnest(p_leaves) l where l ? 'property'
        union all
        select l->'of'->>'type_id', m from unnest(p_leaves) l
        cross join lateral jsonb_array_elements_text(coalesce(l->'of'->'names', '[]') || coalesce(l->'of'->'by', '[]')) m
        union all
        select p_type_id, m from jsonb_array_elements_text(coalesce(p_when->'names', '[]')
          || case when p_overlap is null then '[]' else p_overlap->'by' || (p_overlap->'from') || (p_overlap->'to') end) m) n
      group by n.type_id) t);
end $$;
comment on function app.invariant_names is 'The properties that a rule names, by the id of their type';
