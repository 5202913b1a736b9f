create or replace function app.action_text(
  p_config jsonb, p_name text, p_max integer default 200, p_is_required boolean default true)
returns text
language plpgsql immutable as $$
declare v_text text := p_config->>p_name;
begin
  if v_text is null and not p_is_required then return null; end if;
  if coalesce(jsonb_typeof(p_config->p_name) not in ('string', 'number', 'boolean'), true)
    or length(v_text) not between 1 and p_max then
    perform app.invalid('config.' || p_name, 'not_text',
      format('must be text of 1 to %s characters once its templates are filled in', p_max));
  end if;
  return v_text;
end $$;
comment on function app.action_text is
  'Returns a text from the configuration of an action, its templates filled in';
