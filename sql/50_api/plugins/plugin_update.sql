create or replace function api.plugin_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.plugins := app.plugin_lock(tenant, args->>'plugin_id', args);
  v_new app.plugins := app.plugin_merge(v_old, args);
  v_refusal json;
  v_done text;
begin
  v_new.updated_at := greatest(clock_timestamp(), v_old.updated_at);
  v_refusal := app.plugin_carry_out(v_new, args);
  if v_refusal is not null then return v_refusal; end if;
  v_done := app.journal_write(tenant, 'plugin.updated', 'plugin', v_new.id, app.plugin_json(v_new), app.plugin_json(v_old));
  return (app.plugin_whole_json(v_new)::jsonb || jsonb_build_object('changes', args->'made'->'changes'))::json;
end $$;
comment on function api.plugin_update is 'Changes a plugin by carrying out its planned changes';
