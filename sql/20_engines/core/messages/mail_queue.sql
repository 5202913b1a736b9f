create or replace function app.mail_queue(p_tenant text, p_mail jsonb)
returns app.messages
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_now timestamptz := clock_timestamp();
  v_at timestamptz := nullif(greatest((p_mail->>'scheduled_at')::timestamptz, v_now), v_now);
  v_content jsonb;
  v_attachments jsonb := (
    select json_agg(jsonb_build_object('filename', a->'filename', 'mime_type', a->'mime_type',
      'size_bytes', a->'size_bytes') order by n)::jsonb
    from jsonb_array_elements(p_mail->'attachments') with ordinality x(a, n));
  v_envelope jsonb := jsonb_strip_nulls(app.jsonb_pick(p_mail,
    '{to,cc,bcc,from,from_domain,reply_to,headers,tags,template_id,unsubscribe_url}')
    || jsonb_build_object('attachments', v_attachments));
  v_blocked text[];
  v_left text[];
  v_message app.messages;
  v_done text;
begin
  perform app.mail_from_check(p_tenant, p_mail);
  v_content := app.mail_content(p_tenant, p_mail);
  v_blocked := app.mail_suppressed(p_tenant, p_mail);
  v_left := array(
    select r from unnest(app.mail_recipients(p_mail)) r where r <> all (v_blocked));
  perform app.message_take(p_tenant, 'message', v_left);
  insert into app.messages (tenant_id, id, channel, recipient, template, subject, variables, mail,
    status, error, scheduled_at, due_at, created_at, causation_depth, root)
  values (p_tenant, app.new_id('msg'), 'email', p_mail->'to'->>0, 'message',
    v_content->>'subject',
    case when v_left = '{}' then '{}' else v_content end,
    v_envelope,
    case when v_left = '{}' then 'suppressed' else 'queued' end,
    case when v_left = '{}' then 'Every recipient is suppressed.' end,
    v_at, coalesce(v_at, v_now), v_now,
    coalesce((v_principal->>'causation_depth')::smallint, 0), (v_principal->>'root')::uuid)
  returning * into v_message;
  if v_left <> '{}' then
    insert into app.message_attachments (tenant_id, message_id, position, filename, mime_type, content)
    select p_tenant, v_message.id, a.position, a.value->>'filename', a.value->>'mime_type',
      decode(a.value->>'content_base64', 'base64')
    from jsonb_array_elements(p_mail->'attachments') with ordinality a(value, position);
  end if;
  v_done := app.journal_write(p_tenant,
    case when v_left = '{}' then 'email.suppressed' else 'email.queued' end, 'email', v_message.id,
    app.message_json(v_message));
  return v_message;
end $$;
comment on function app.mail_queue is
  'Queues a mail that a tenant wrote (a body of POST /v1/email/send, with the bytes of its attachments): one message for all '
  'its recipients. Where all of them are suppressed, it is only written down';
