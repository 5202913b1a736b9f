create or replace function app.message_take(p_tenant text, p_template text, p_recipients text[])
returns void
language plpgsql volatile as $$
begin
  perform app.budget_take(p_tenant, 'mails', cardinality(p_recipients));
  -- Codes, links and security notices have limits of their own (app.message_wait), or none.
  if p_template in ('message', 'notification') then
    perform app.recipients_take(p_tenant, p_recipients);
  end if;
end $$;
comment on function app.message_take is
  'Counts mails and texts of a template that are to be queued, for their cause and their '
  'recipients; 429 when there would be too many';
