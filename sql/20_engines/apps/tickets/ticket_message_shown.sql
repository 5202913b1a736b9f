create or replace function app.ticket_message_shown(p_sight jsonb, p_message app.ticket_messages)
returns app.ticket_messages
language plpgsql stable as $$
begin
  if p_sight is null or p_message.author->>'id' = app.principal()->>'id' then return p_message; end if;
  p_message.attachments := (
    select coalesce(json_agg(a.shown order by a.n)::jsonb, '[]')
    from jsonb_array_elements(p_message.attachments) with ordinality a(shown, n)
    join app.files f on f.tenant_id = p_message.tenant_id and f.id = a.shown->>'file_id'
    where f.meta->>'ticket_id' = p_message.ticket_id or app.file_shows(p_sight, row(f.*)::app.files));
  return p_message;
end $$;
comment on function app.ticket_message_shown is
  'A message of a ticket with those of its attachments that the caller sees (p_sight of app.file_sight): all of their own '
  'messages, and what the operator brought';
