create or replace function app.ticket_merge(p_old app.tickets, args jsonb)
returns app.tickets
language plpgsql volatile as $$
declare
  v_new app.tickets := jsonb_populate_record(p_old,
    app.jsonb_pick(args, '{subject,status,priority,category,assignee}'));
begin
  if v_new.priority <> p_old.priority then
    v_new.first_response_due_at := app.ticket_due(v_new.priority, p_old.created_at);
  end if;
  if v_new.status not in ('solved', 'closed') then
    v_new.solved_at := null;
  elsif p_old.solved_at is null then
    v_new.solved_at := clock_timestamp();
  end if;
  return v_new;
end $$;
comment on function app.ticket_merge is
  'A ticket with changes put in, and the moments that follow from them: when it was solved, and by when it should be answered. Not '
  'stored yet';
