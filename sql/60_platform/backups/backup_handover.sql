create or replace function platform.backup_handover(args jsonb)
returns json
language plpgsql volatile as $$
declare v_recipient text;
begin
  if args ? 'sealed' then
    update app.backups o set handover = o.handover || app.jsonb_pick(args, '{sealed}')
    where o.id = args->>'backup_id' and o.handover->>'recipient' = args->>'recipient';
  end if;
  select o.handover->>'recipient' into v_recipient from app.backups o
  where o.id = args->>'backup_id' and not o.handover ? 'sealed';
  return json_build_object('recipient', v_recipient, 'is_over', not exists (
    select 1 from app.backups o where o.id = args->>'backup_id'
      and (o.status in ('pending', 'running') or o.verify_status = 'running')));
end $$;
comment on function platform.backup_handover is
  'Hands a passphrase to the worker that has asked for it {recipient, sealed}. Returns the key of a worker that still '
  'waits for it, and whether the work has ended';
