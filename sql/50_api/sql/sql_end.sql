create or replace function api.sql_end(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.journal_write(tenant, 'sql.executed', 'sql', app.new_id('sql'), json_build_object(
    'sql', args->'sql', 'params', args->'params', 'row_count', args->'row_count',
    'duration_ms', args->'duration_ms', 'error', args->'error'));
  return '{}';
end $$;
comment on function api.sql_end is
  'Notes a statement in the journal, with what came of it; of its parameters only the types';
