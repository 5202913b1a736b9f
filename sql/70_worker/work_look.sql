create or replace function worker.work_look(p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_due json := worker.work_due(p_limit);
  v_kinds text[] := array(select json_array_elements_text(v_due->'kinds'));
  v_until timestamptz := v_now + interval '5 seconds';
  v_next timestamptz;
begin
  if exists (select 1 from app.journal j where j.pending) then v_kinds := array_append(v_kinds, 'journal'); end if;
  if exists (
    select 1 from app.schedules s where s.next_run_at <= v_now
      and (s.kind = 'workflow' or not app.outbound_held())) then
    v_kinds := array_append(v_kinds, 'schedule');
  end if;
  -- Where something is due, the next look is soon. Work that is due after the next look is not read: a tenant may have a million
  -- mails of next week. For the range PostgreSQL skips along the index from tenant to tenant.
  if v_kinds = '{}' then
    v_next := least(
      (select min(w.due_at) from app.work w where w.due_at > v_now and w.due_at <= v_until),
      (
        select min(m.due_at) from app.messages m
        where m.status = 'queued' and m.due_at > v_now and m.due_at <= v_until),
      (select min(s.next_run_at) from app.schedules s where s.next_run_at > v_now and s.next_run_at <= v_until));
  end if;
  return json_build_object('kinds', v_kinds, 'is_more', v_due->'is_more',
    'rest_ms', ceil(extract(epoch from v_next - v_now) * 1000));
end $$;
comment on function worker.work_look is
  'All that a worker may have to do: {kinds, is_more} of worker.work_due, with journal for rows that are pending and schedule '
  'for schedules that are due; rest_ms, where nothing is due: how long until something is, null for more than five seconds';
