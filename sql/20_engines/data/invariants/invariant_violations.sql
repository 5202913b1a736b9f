create or replace function app.invariant_violations(p_type_id text, p_total bigint, p_found jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  return jsonb_build_object('total', p_total, 'objects', array(
    select jsonb_build_object('object_type_id', p_type_id, 'object_id', f->'object_id')
    from jsonb_array_elements(p_found) with ordinality t(f, n) where n <= 20 order by n));
end $$;
comment on function app.invariant_violations is 'The result of a check, as a rule keeps it: {total, objects}';
