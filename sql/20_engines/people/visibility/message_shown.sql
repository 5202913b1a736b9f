create or replace function app.message_shown(p_message app.messages)
returns app.messages
language plpgsql stable as $$
begin
  if p_message.causation_depth > 0 and app.policies_of_caller(p_message.tenant_id) is not null
    -- The server's own messages hold links and codes, by which an operator who impersonates a user would stay.
    or p_message.mail is null and app.principal() ? 'act' then
    p_message.subject := null;
    p_message.text := null;
    p_message.html := null;
  end if;
  return p_message;
end $$;
comment on function app.message_shown is
  'A message as the log of messages shows it to the caller: one that an automation or a function made of an event, '
  'without its words where policies hide anything from them, and one of the server itself without them where an operator '
  'impersonates the caller';
