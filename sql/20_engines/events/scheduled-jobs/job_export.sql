create or replace function app.job_export(p_tenant text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_find(p_tenant, p_config->>'object_type_id');
  v_filter app.filter := app.search_filter(v_type, p_config);
  v_ending text := '.' || (p_config->>'format');
  v_name text := coalesce(p_config->>'filename',
    v_type.name || '-' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD'));
begin
  perform app.export_check(v_type, p_config);
  perform app.export_afford(v_type, v_filter, app.sort_check(v_type, p_config->>'sort'));
  if app.filter_count(v_type, app.filter_plan(v_type, v_filter, 1000), 100001) > 100000 then
    perform app.export_refuse(v_type, p_config);
  end if;
  if right(lower(v_name), length(v_ending)) <> v_ending then v_name := v_name || v_ending; end if;
  return app.act(p_tenant, jsonb_build_object('operation', 'data_export', 'scope', 'read',
    'permission', 'objects:read', 'references', '[]'::jsonb,
    'args', p_config || jsonb_build_object('made', jsonb_build_object('filename', v_name))))->'data';
end $$;
comment on function app.job_export is
  'Begins an export as POST /v1/data/export does, and leaves it to the worker however small it is';
