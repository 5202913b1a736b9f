create or replace function app.message_shown(p_message app.messages)
returns app.messages
language plpgsql stable as $$
begin
  if p_message.causation_depth > 0 and app.policies_of_caller(p_message.tenant_id) is not null then
    p_message.subject := null;
    p_message.text := null;
    p_message.html := null;
  end if;
  return p_message;
end $$;
comment on function app.message_shown is
  'A message as the log of messages shows it to the caller: one that an automation or a function made of an event, '
  'without its words where policies hide anything from them';
