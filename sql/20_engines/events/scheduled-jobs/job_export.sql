create or replace function app.job_export(p_tenant text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_find(p_tenant, p_config->>'object_type_id');
  v_filter app.filter := app.search_filter(v_type, p_config);
begin
  perform app.export_check(v_type, p_config);
  perform app.export_afford(v_type, v_filter, app.sort_check(v_type, p_config->>'sort'));
  if app.export_count(v_type, v_filter, p_config) > 100000 then
    perform app.export_refuse(v_type, p_config);
  end if;
  return app.act(p_tenant, jsonb_build_object('operation', 'data_export', 'scope', 'read',
    'permission', 'objects:read', 'references', '[]'::jsonb,
    'args', p_config || '{"made":{}}'))->'data';
end $$;
comment on function app.job_export is
  'Begins an export as POST /v1/data/export does, and leaves it to the worker however small it is';
