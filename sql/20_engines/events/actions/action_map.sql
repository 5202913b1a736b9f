create or replace function app.action_map(
  p_config jsonb, p_name text, p_max integer, p_is_required boolean default false)
returns jsonb
language plpgsql immutable as $$
declare v_map jsonb := nullif(p_config->p_name, 'null');
begin
  if v_map is null and not p_is_required then return null; end if;
  if coalesce(jsonb_typeof(v_map) <> 'object', true) then
    perform app.invalid('config.' || p_name, 'not_object',
      'must be an object once its templates are filled in');
  elsif octet_length(v_map::text) > p_max then
    perform app.invalid('config.' || p_name, 'too_big',
      format('must not be larger than %s bytes', p_max));
  end if;
  return v_map;
end $$;
comment on function app.action_map is
  'Returns an object from the configuration of an action, its templates filled in';
