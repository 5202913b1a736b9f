create or replace function app.import_make(p_tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_started timestamptz := clock_timestamp();
  v_type app.object_types;
  v_result jsonb;
  v_good integer;
  v_import app.imports;
  v_done text;
begin
  perform app.import_properties(p_tenant, args);
  v_type := app.object_type_hold(p_tenant, args->>'object_type_id');
  if args ? 'default_country' then
    perform app.country_check(args->>'default_country', 'default_country');
    v_type.definition := app.phones_of_country(v_type.definition, args->>'default_country');
  end if;
  v_result := app.import_run(v_type, args);
  if (v_result->>'failed')::integer > 0 and args->>'on_error' = 'abort' then
    perform app.import_refuse(v_result);
  end if;
  v_good := jsonb_array_length(v_result->'created') + jsonb_array_length(v_result->'updated')
    + (v_result->>'skipped')::integer;
  insert into app.imports (tenant_id, id, object_type_id, status, format, mode, total, created,
    updated, skipped, failed, errors, duration_ms, tx_id, created_by,
    principal_id)
  values (p_tenant, app.new_id('imp'), v_type.id,
    case when (v_result->>'failed')::integer = 0 then 'completed'
      when v_good > 0 then 'partial' else 'failed' end,
    args->>'format', args->>'mode', v_good + (v_result->>'failed')::integer,
    jsonb_array_length(v_result->'created'), jsonb_array_length(v_result->'updated'),
    (v_result->>'skipped')::integer, (v_result->>'failed')::integer, v_result->'errors',
    1000 * extract(epoch from clock_timestamp() - v_started), app.tx(p_tenant),
    app.principal()->>'user_id', app.principal()->>'id')
  returning * into v_import;
  v_done := app.journal_write(p_tenant,
    case when v_import.status = 'failed' then 'import.failed' else 'import.completed' end,
    'import', v_import.id, app.import_json(v_import), p_object_type_id => v_type.id);
  return to_json(app.import_json(v_import)::jsonb || jsonb_build_object(
      'errors_by_column', v_result->'errors_by_column',
      'cells_skipped', v_result->'cells_skipped', 'detected', args->'made'->'detected')
    || case when v_good <= 1000
      then jsonb_build_object('ids', (v_result->'created') || (v_result->'updated'))
      else '{}' end);
end $$;
comment on function app.import_make is
  'An import from its properties to its record; 400 when it takes all or none and a row is bad';
