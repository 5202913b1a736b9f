create or replace function api.sql_end(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  if args ? 'version' and args->>'version' <> app.sql_version(tenant, args->'names') then
    return '{"is_present": false}';
  end if;
  v_done := app.journal_write(tenant, 'sql.executed', 'sql', app.new_id('sql'), json_build_object(
    'sql', args->'sql', 'params', args->'params', 'row_count', args->'row_count',
    'duration_ms', args->'duration_ms', 'error', args->'error'));
  return '{"is_present": true}';
end $$;
comment on function api.sql_end is
  'Notes a statement in the journal, with what came of it; of its parameters only the types. Where it was run with '
  'what its names stood for earlier (args.names, args.version of api.sql_run), and they stand for something '
  'else now, is_present is false, and nothing was noted';
