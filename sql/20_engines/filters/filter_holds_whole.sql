create or replace function app.filter_holds_whole(p_filter app.filter, p_object app.objects)
returns boolean
language plpgsql stable as $$
declare
  v_answers jsonb := '[]';
begin
  for i in 0 .. jsonb_array_length(p_filter.externals) - 1 loop
    v_answers := v_answers || coalesce(
      to_jsonb(app.filter_external_holds(p_filter.externals->i, p_object)), 'false');
  end loop;
  return jsonb_path_match(p_object.properties, p_filter.condition,
    p_filter.variables || jsonb_build_object('x', v_answers,
      'id', p_object.id, 'created_by', p_object.created_by, 'version', p_object.version,
      'created_at', app.moment_text(p_object.created_at),
      'updated_at', app.moment_text(p_object.updated_at)), true);
end $$;
comment on function app.filter_holds_whole is
  'app.filter_holds for a filter that asks for more than properties: system fields, words, '
  'associations';
