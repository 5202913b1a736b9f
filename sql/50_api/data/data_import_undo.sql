create or replace function api.data_import_undo(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_before app.imports := app.import_find(tenant, args->>'import_id');
  v_import app.imports;
  v_undone jsonb;
  v_conflicts jsonb;
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  update app.imports i set status = 'undone', undone_at = v_now
  where i.tenant_id = tenant and i.id = v_before.id and i.status <> 'undone'
  returning * into v_import;
  if not found then
    perform app.fail(409, 'INVALID_STATE', 'This import has already been undone.',
      jsonb_build_object('status', 'undone'));
  end if;
  v_undone := app.transaction_undo(tenant, v_import.tx_id, 'skip');
  -- Properties that it created may be in use by now, and stay.
  v_conflicts := (
    select coalesce(json_agg(c order by n)::jsonb, '[]')
    from jsonb_array_elements(v_undone->'conflicts') with ordinality u(c, n)
    where c->>'resource_type' <> 'property');
  if v_conflicts <> '[]' and coalesce(args->>'on_conflict', 'abort') = 'abort' then
    perform app.fail(409, 'CONFLICT', format('%s of the objects have changed since, so none was '
      'restored. See details, or repeat with on_conflict: "skip" to restore the others.',
      jsonb_array_length(v_conflicts)), v_conflicts);
  end if;
  v_done := app.journal_write(tenant, 'import.undone', 'import', v_import.id,
    app.import_json(v_import), app.import_json(v_before), array['status'], v_import.object_type_id);
  return to_json(app.import_json(v_import)::jsonb || jsonb_build_object(
    'undone', v_undone->'undone', 'conflicts', v_conflicts));
end $$;
comment on function api.data_import_undo is 'Undo an import';
