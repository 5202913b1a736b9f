create or replace function app.plugin_steps(p_plugin app.plugins, p_steps jsonb)
returns void
language plpgsql volatile as $$
declare
  v_steps jsonb[] := array(
    select s from jsonb_array_elements(p_steps) with ordinality t(s, n) order by n);
  v_principal jsonb := app.principal();
  v_limited jsonb := app.principal_limited(p_plugin.tenant_id, v_principal,
    jsonb_build_array(jsonb_build_object('type', 'plugin', 'id', p_plugin.id)));
  v_results json[] := '{}';
  v_done integer := 0;
  v_part jsonb;
  v_resource_id text;
  v_state text;
  v_message text;
  v_detail text;
  v_acting text;
begin
  -- Everything made here has the plugin among its authors, so it never does more than the plugin may.
  v_acting := app.act_as(v_limited);
  while v_done < cardinality(v_steps) loop
    v_results := array_append(v_results,
      app.transaction_step(p_plugin.tenant_id, v_steps[v_done + 1], v_results));
    v_done := v_done + 1;
    v_part := v_steps[v_done]->'part';
    if v_part is not null then
      v_resource_id := v_results[v_done]->'data'->>'id';
      insert into app.plugin_parts (tenant_id, plugin_id, kind, key, resource_id)
      values (p_plugin.tenant_id, p_plugin.id, v_part->>'kind', v_part->>'key', v_resource_id)
      on conflict (tenant_id, plugin_id, kind, key) do update set resource_id = excluded.resource_id;
    end if;
  end loop;
  v_acting := app.act_back(v_principal);
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
    v_detail = pg_exception_detail;
  if v_state !~ '^(PT4|22)' then raise; end if;
  perform app.step_fail(v_steps[v_done + 1], v_done, v_state, v_message, v_detail);
end $$;
comment on function app.plugin_steps is
  'Makes and changes the parts of a plugin, with what the caller and the plugin both may, and notes '
  'which it has made. The first that fails is the answer, named by its place in the manifest';
