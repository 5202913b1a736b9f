create or replace function app.dead_letter_event(
  p_tenant text, p_type text, p_letter app.dead_letters)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  -- Its payload was in the events of what failed; a worker exports again, see worker.tasks_add.
  p_letter.payload := null;
  v_done := app.journal_write(p_tenant, p_type, 'dead_letter', p_letter.id,
    app.dead_letter_json(p_letter),
    p_pending => p_type = 'dead_letter.retried' and p_letter.source = 'export');
end $$;
comment on function app.dead_letter_event is
  'Says in the journal what was done with a dead letter, without its payload';
