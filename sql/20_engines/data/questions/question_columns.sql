create or replace function app.question_columns(p_type app.object_types, p_answer jsonb, p_config jsonb)
returns jsonb
language sql stable as $$
  select coalesce(json_agg(jsonb_build_object('name', c.name, 'type', c.type) order by c.part, c.n)::jsonb, '[]')
  from (
    select 1 as part, d.n, d.name, coalesce(app.filter_field(p_type, d.name)->>'type', 'string') as type
    from jsonb_array_elements_text(p_answer->'dimensions') with ordinality d(name, n)
    union all
    select 2, m.n, m.name, app.question_measure_type(p_type, app.question_metrics(p_config)->(m.n::integer - 1))
    from jsonb_array_elements_text(p_answer->'measures') with ordinality m(name, n)) c
$$;
comment on function app.question_columns is
  'The columns of an answer, [{name, type}]: what its rows are about, with the types of the properties, and its figures';
