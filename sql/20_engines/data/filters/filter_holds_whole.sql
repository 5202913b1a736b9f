create or replace function app.filter_holds_whole(
  p_condition jsonpath, p_variables jsonb, p_externals jsonb, p_sets jsonb, p_object app.objects)
returns boolean
language plpgsql stable as $$
declare
  v_external jsonb;
  v_answers jsonb := '[]';
  v_variables jsonb := p_variables;
  v_has_fields boolean := false;
begin
  for i in 0 .. jsonb_array_length(p_externals) - 1 loop
    v_external := p_externals->i;
    if v_external ? 'test' then
      v_answers := v_answers || to_jsonb(coalesce(app.filter_test(v_external, i, p_sets,
        case when v_external ? 'system' then app.object_field(p_object, v_external->>'system')
          else app.filter_member(v_external, p_object.properties) end), false));
    else
      v_has_fields := true;
      v_answers := v_answers || to_jsonb(coalesce(
        app.filter_external_holds(v_external, p_object), false));
    end if;
  end loop;
  if v_has_fields then
    v_variables := v_variables || jsonb_build_object(
      'id', p_object.id, 'created_by', p_object.created_by, 'version', p_object.version,
      'created_at', app.moment_text(p_object.created_at),
      'updated_at', app.moment_text(p_object.updated_at));
  end if;
  return jsonb_path_match(p_object.properties, p_condition,
    v_variables || jsonb_build_object('x', v_answers), true);
end $$;
comment on function app.filter_holds_whole is
  'app.filter_holds for a filter that asks for more than a jsonpath can answer: system fields, '
  'words, associations, long lists, regexes';
