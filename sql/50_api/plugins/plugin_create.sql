create or replace function api.plugin_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_new app.plugins;
  v_refusal json;
  v_done text;
begin
  if (select count(*) >= v_most from app.plugins p where p.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE', format(
      'A tenant can have at most %s plugins. Uninstall one first.', v_most), jsonb_build_object('max', v_most));
  end if;
  v_new := app.plugin_merge(v_new, args);
  v_new.tenant_id := tenant;
  v_new.id := app.new_id('plg');
  v_new.installed_by := app.principal()->>'user_id';
  v_new.installed_at := clock_timestamp();
  v_new.updated_at := v_new.installed_at;
  v_refusal := app.plugin_carry_out(v_new, args);
  if v_refusal is not null then return v_refusal; end if;
  v_done := app.journal_write(tenant, 'plugin.installed', 'plugin', v_new.id, app.plugin_json(v_new));
  return (app.plugin_whole_json(v_new)::jsonb || jsonb_build_object('changes', args->'made'->'changes'))::json;
end $$;
comment on function api.plugin_create is 'Installs a plugin by carrying out its planned changes';
