create or replace function app.message_send(
  p_tenant text, p_channel text, p_recipient text, p_template text, p_variables jsonb,
  p_user_id text default null)
returns text
language plpgsql volatile as $$
declare
  v_id text := app.new_id('msg');
  v_principal jsonb := app.principal();
begin
  perform app.message_take(p_tenant, p_template, array[p_recipient]);
  insert into app.messages
    (tenant_id, id, channel, recipient, template, variables, user_id, causation_depth, root)
  values (p_tenant, v_id, p_channel, p_recipient, p_template, p_variables, p_user_id,
    coalesce((v_principal->>'causation_depth')::smallint, 0), (v_principal->>'root')::uuid);
  return v_id;
end $$;
comment on function app.message_send is
  'Queues a mail (channel email) or a text (sms), made of a template and its variables such as '
  '{token, otp, redirect_to}; the worker renders it (src/tools/messages) and sends it when the caller''s '
  'transaction has committed. The id is answered; 429 where the recipient, or what has led to it, '
  'has had its messages';
