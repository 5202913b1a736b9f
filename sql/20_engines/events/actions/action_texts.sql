create or replace function app.action_texts(p_config jsonb, p_name text, p_max integer)
returns text[]
language plpgsql immutable as $$
declare
  v_value jsonb := p_config->p_name;
  v_list jsonb := case jsonb_typeof(v_value) when 'array' then v_value
    else jsonb_build_array(v_value) end;
begin
  if jsonb_array_length(v_list) not between 1 and p_max or exists (
    select 1 from jsonb_array_elements(v_list) e
    where coalesce(jsonb_typeof(e) <> 'string', true) or length(e #>> '{}') not between 1 and 254)
  then
    perform app.invalid('config.' || p_name, 'not_texts',
      format('must be text, or a list of 1 to %s texts, once its templates are filled in', p_max));
  end if;
  return array(
    select e.value from jsonb_array_elements_text(v_list) with ordinality e(value, position)
    group by e.value order by min(e.position));
end $$;
comment on function app.action_texts is
  'Returns one text or several from the configuration of an action, their templates filled in';
