create or replace function app.ticket_save(
  p_old app.tickets, p_new app.tickets, p_event text, p_message app.ticket_messages default null)
returns app.tickets
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.tickets;
  v_done text;
begin
  update app.tickets t set subject = p_new.subject, status = p_new.status, priority = p_new.priority,
    category = p_new.category, assignee = p_new.assignee, first_response_at = p_new.first_response_at,
    first_response_due_at = p_new.first_response_due_at, solved_at = p_new.solved_at,
    updated_at = v_now
  where t.tenant_id = p_old.tenant_id and t.id = p_old.id returning * into v_new;
  v_done := app.journal_ticket(p_event, v_new, p_old, p_message);
  return v_new;
end $$;
comment on function app.ticket_save is 'Stores a changed ticket, with its row of the journal';
