create or replace function api.email_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_id text := args->>'email_id';
  v_message app.messages;
  v_mail jsonb;
begin
  select * into v_message from app.messages m
  where m.tenant_id = tenant and m.id = v_id;
  -- A link or code that lets a user in is not for an operator who impersonates one: it would outlast that session.
  if not found or v_message.mail is null
    and (v_principal ? 'act' or not coalesce(v_principal->'scopes' ? '*', false)) then
    perform app.not_found('email', v_id);
  end if;
  v_message := app.message_shown(v_message);
  v_mail := v_message.mail;
  return (app.message_json(v_message)::jsonb || jsonb_build_object(
    'text', case when v_message.status = 'stored' then v_message.text end,
    'html', case when v_message.status = 'stored' then v_message.html end,
    'recipients', jsonb_build_object('to', coalesce(v_mail->'to', jsonb_build_array(v_message.recipient)),
      'cc', coalesce(v_mail->'cc', '[]'), 'bcc', coalesce(v_mail->'bcc', '[]')),
    'from', v_mail->'from', 'reply_to', v_mail->'reply_to', 'template_id', v_mail->'template_id',
    'tags', coalesce(v_mail->'tags', '[]'), 'attachments', coalesce(v_mail->'attachments', '[]'),
    'scheduled_at', v_message.scheduled_at,
    'events', jsonb_build_array(app.message_event('queued', v_message.created_at))
      || v_message.events))::json;
end $$;
comment on function api.email_get is 'Get a mail or text message';
