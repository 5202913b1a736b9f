create or replace function app.past_source_check(args jsonb, p_tenant text, p_fits_versions boolean)
returns void
language plpgsql stable as $$
declare
  v_moment timestamptz := (args->>'as_of')::timestamptz;
  v_may_wal boolean := args ? 'base' and args->>'source' is distinct from 'versions';
begin
  perform app.past_check(p_tenant, v_moment, v_may_wal);
  if args->>'source' = 'wal' and not v_may_wal then
    perform app.past_refuse('no_backups', 'BACKUP_TO is not set: there are no backups of the installation.', null);
  elsif not v_may_wal and not p_fits_versions then
    perform app.past_refuse('parts', 'Versions and journal have only objects and their associations: leave type and only.resources '
      'out, and give "files": false.', v_moment);
  end if;
end $$;
comment on function app.past_source_check is
  'Refuses a moment {as_of, source} that can be had neither from the backups of the installation (base: there are some; a worker looks '
  'whether they have it) nor from versions and journal: 409 AS_OF_UNAVAILABLE';
