create or replace function platform.restore_handover(args jsonb)
returns json
language plpgsql volatile as $$
declare v_recipient text;
begin
  if args ? 'sealed' then
    update app.restores o set handover = o.handover || app.jsonb_pick(args, '{sealed}')
    where o.id = args->>'restore_id' and o.handover->>'recipient' = args->>'recipient';
  end if;
  select o.handover->>'recipient' into v_recipient from app.restores o
  where o.id = args->>'restore_id' and not o.handover ? 'sealed';
  return json_build_object('recipient', v_recipient, 'is_over', not exists (
    select 1 from app.restores o where o.id = args->>'restore_id'
      and (o.status in ('pending', 'running'))));
end $$;
comment on function platform.restore_handover is
  'Hands a passphrase to the worker that has asked for it {recipient, sealed}. Returns the key of a worker that still '
  'waits for it, and whether the work has ended';
