create or replace function api.plugin_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.plugins := app.plugin_lock(tenant, args->>'plugin_id', args);
  v_refusal json;
  v_done text;
begin
  v_refusal := app.plugin_carry_out(v_old, args);
  if v_refusal is not null then return v_refusal; end if;
  delete from app.plugins p where p.tenant_id = tenant and p.id = v_old.id;
  v_done := app.journal_write(tenant, 'plugin.uninstalled', 'plugin', v_old.id, null, app.plugin_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.plugin_delete is 'Uninstalls a plugin by carrying out its planned changes';
