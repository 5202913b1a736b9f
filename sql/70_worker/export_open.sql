create or replace function worker.export_open(p_tenant text, p_export_id text)
returns json
language plpgsql stable as $$
declare
  v_export app.exports;
  v_type app.object_types;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_export from app.exports e where e.tenant_id = p_tenant and e.id = p_export_id;
  if not found then return null; end if;
  perform app.act_as(v_export.principal),
    set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('enable_material', 'off', true);
  v_type := app.object_type_find(p_tenant, v_export.object_type_id);
  perform app.export_check(v_type, v_export.request);
  return app.export_plan(v_type, app.search_filter(v_type, v_export.request), v_export.request);
end $$;
comment on function worker.export_open is
  'Continues reading as the caller of the export, until the end of the transaction, and with the '
  'settings of requests (migrations/roles.sql); answers the plan for worker.export_part';
