create or replace function app.filter_symbolic(p_field jsonb, p_operator text, p_value jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_path text := p_field->>'path';
  v_one text[] := app.auth_path(p_value, p_field);
  v_found jsonb;
  v_of text := case p_field->>'system' when 'id' then 'ids' when 'created_by' then 'creators'
    else case when p_field ? 'ready' then case p_operator when 'eq' then 'key' else 'keys' end end
    end;
begin
  if p_field->>'kind' = 'array' then
    return jsonb_build_object('condition', case
      when p_operator = 'contains' and v_one is not null then
        format('exists(%s[*] ? (@ == %s))', v_path, app.auth_jsonpath(v_one))
      when p_operator = 'has_any' and p_value = '"$auth.roles"' then
        format('exists(%s[*] ? (@ == $auth."roles"[*]))', v_path) end);
  elsif not p_field->>'kind' in ('text', 'json') then
    return null;
  elsif p_operator = 'in' then
    v_found := app.filter_symbolic_list(p_field, p_value);
  elsif p_operator in ('eq', 'lt', 'lte', 'gt', 'gte') and v_one is not null then
    v_found := jsonb_build_object('auth', jsonb_build_array(v_one), 'values', '[]'::jsonb,
      'conditions', array[
        app.filter_comparison('text', v_path, p_operator, app.auth_jsonpath(v_one))]);
  end if;
  return jsonb_build_object(
    'condition', (select string_agg(c, ' || ') from jsonb_array_elements_text(
      v_found->'conditions') c),
    'term', case when p_operator in ('eq', 'in') and v_of is not null then
      v_found - 'conditions' || jsonb_build_object('of', v_of, 'property', p_field->'id',
        'unique', case p_operator when 'eq' then p_field->'unique' end) end);
end $$;
comment on function app.filter_symbolic is
  'A condition of a policy with $auth left in it: {condition, term}; without a condition when that '
  'cannot be, so that it has to be compiled for each caller. The term waits for its values: '
  'app.policy_term';
