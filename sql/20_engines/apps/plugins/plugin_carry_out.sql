create or replace function app.plugin_carry_out(p_plugin app.plugins, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_made jsonb := args->'made';
  v_token text := case when args @> '{"force": true}' then args->>'confirm_token' end;
  v_dependencies jsonb;
  v_refusal json;
begin
  begin
    perform app.plugin_save(p_plugin);
    perform app.plugin_steps(p_plugin, coalesce(v_made->'steps', '[]'));
    v_dependencies := app.plugin_drop(p_plugin, coalesce(v_made->'drops', '[]'), v_made->'along');
    if v_dependencies <> '[]' then
      v_refusal := app.confirm(p_plugin.tenant_id, 'plugin', p_plugin.id, v_dependencies, v_token);
    end if;
    if v_refusal is not null then raise exception using errcode = 'PT409'; end if;
  exception when sqlstate 'PT409' then
    if v_refusal is null then raise; end if;
  end;
  if v_refusal is null then return null; end if;
  -- The token that was shown there was rolled back with the rest.
  v_refusal := app.confirm(p_plugin.tenant_id, 'plugin', p_plugin.id, v_dependencies, null);
  return json_build_object('$refuse', (v_refusal->'$refuse')::jsonb || jsonb_build_object(
    'details', jsonb_build_object('changes', v_made->'changes')));
end $$;
comment on function app.plugin_carry_out is
  'Stores a plugin and does what its handler has planned {steps, drops, along}, all or nothing; '
  'returns null, or the 409 that asks to confirm what would be lost';
