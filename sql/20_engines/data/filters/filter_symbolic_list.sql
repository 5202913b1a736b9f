create or replace function app.filter_symbolic_list(p_field jsonb, p_value jsonb)
returns jsonb
language plpgsql immutable as $$
declare
  v_path text := p_field->>'path';
  v_whole text[] := case when p_value = '"$auth.roles"' then array['roles']
    when p_value #>> '{}' like '$auth.metadata.%' then app.auth_path(p_value, p_field) end;
  v_each jsonb;
  v_one text[];
  v_conditions text[] := '{}';
  v_auth jsonb := '[]';
  v_values jsonb := '[]';
begin
  if v_whole is not null then
    return jsonb_build_object('auth', jsonb_build_array(v_whole), 'values', '[]'::jsonb,
      'conditions', array[format('exists(%s[*] ? (@ == %s))', app.auth_jsonpath(v_whole), v_path)]);
  elsif jsonb_typeof(p_value) <> 'array' or jsonb_array_length(p_value) > 20 then
    return null;
  end if;
  for v_each in select jsonb_array_elements(p_value) loop
    v_one := app.auth_path(v_each, p_field);
    if v_one is not null then
      v_auth := v_auth || jsonb_build_array(v_one);
      v_conditions := v_conditions || format('%s == %s', v_path, app.auth_jsonpath(v_one));
    elsif jsonb_typeof(v_each) = 'string' and v_each #>> '{}' !~ '^\$'
      and p_field->>'type' in ('string', 'text', 'richtext') then
      v_values := v_values || v_each;
      v_conditions := v_conditions || format('%s == %s', v_path, v_each);
    else
      return null;
    end if;
  end loop;
  return jsonb_build_object('auth', v_auth, 'values', v_values, 'conditions', v_conditions);
end $$;
comment on function app.filter_symbolic_list is
  'For the operator in of app.filter_symbolic: {auth (paths), values, conditions}, or null';
