create or replace function app.question_table(p_type app.object_types, p_config jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_columns text[] := array(select jsonb_array_elements_text(p_config->'columns'));
  v_answer json := app.search(p_type, jsonb_strip_nulls(jsonb_build_object(
    'filters', coalesce(p_config->'filters', '[]'), 'query', p_config->'query', 'sort', p_config->'sort',
    'order', p_config->'order', 'limit', coalesce((p_config->>'limit')::integer, 20))));
begin
  if v_columns = '{}' then
    v_columns := array(
      select p.name from app.properties p
      where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id order by p.id limit 20);
  end if;
  return jsonb_build_object('dimensions', to_jsonb(v_columns), 'measures', '[]'::jsonb,
    'total', v_answer->'total',
    'rows', (
      select coalesce(json_agg(jsonb_build_object('id', r.object->'id') || (
        select json_object_agg(c, coalesce(r.object->'properties'->c, r.object->c))::jsonb
        from unnest(v_columns) c) order by r.n)::jsonb, '[]')
      from jsonb_array_elements((v_answer->'results')::jsonb) with ordinality r(object, n)));
end $$;
comment on function app.question_table is
  'The answer to a question for objects themselves: {rows, total}, of each the id and its columns; without columns, '
  'the first twenty properties of the type';
