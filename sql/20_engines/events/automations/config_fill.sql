create or replace function app.config_fill(
  p_config jsonb, p_scope jsonb, out config jsonb, out error text)
language plpgsql stable as $$
begin
  config := app.template_fill(p_config, p_scope);
  if octet_length(config::text) > 1048576 then
    config := null;
    error := 'The configuration is larger than 1 MB once its templates are filled in. Use shorter '
      'values.';
  end if;
exception when sqlstate 'PT400' then
  error := sqlerrm;
end $$;
comment on function app.config_fill is
  'Returns the configuration of an action with its templates filled in, or why that cannot be done';
