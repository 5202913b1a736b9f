create or replace function app.message_send(
  p_tenant text, p_channel text, p_recipient text, p_template text, p_variables jsonb,
  p_user_id text default null)
returns text
language plpgsql volatile as $$
declare v_id text := app.new_id('msg');
begin
  insert into app.messages
    (tenant_id, id, channel, recipient, template, variables, user_id)
  values (p_tenant, v_id, p_channel, p_recipient, p_template, p_variables, p_user_id);
  return v_id;
end $$;
comment on function app.message_send is
  'Queues a mail (channel email) or a text (sms), made of a template and its variables such as '
  '{token, otp, redirect_to}; the worker renders it (src/messages) and sends it when the caller''s '
  'transaction has committed. The id is answered';
