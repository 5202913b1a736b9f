create or replace function platform.migration_rollback(args jsonb)
returns json
language plpgsql volatile as $$
declare v_type text;
begin
  select m.type into v_type from app.migrations m where m.id = args->>'migration_id';
  if not found then perform app.not_found('migration', args->>'migration_id'); end if;
  perform app.fail(409, 'INVALID_STATE', case v_type
    when 'reseal' then 'A reseal is undone by another one with the key of before: see docs/operate/secrets.md.'
    when 'reindex' then 'A reindex has nothing to take back: what it makes is calculated from the data.'
    else 'This backfill cannot be taken back: what it counts is calculated from the data.' end);
  return null;
end $$;
comment on function platform.migration_rollback is 'Take a migration back';
