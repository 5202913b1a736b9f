create or replace function api.email_cancel(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_message app.messages := app.mail_lock(tenant, args->>'email_id');
  v_status text := app.message_status(v_message);
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  if v_status not in ('scheduled', 'queued') then
    perform app.fail(409, 'INVALID_STATE', format('This email is %s. Only one that is scheduled or '
      'queued can be cancelled.', v_status));
  end if;
  update app.messages m set status = 'cancelled', variables = '{}', error = null,
    events = m.events || app.message_event('cancelled', v_now)
  where m.tenant_id = tenant and m.id = v_message.id
  returning * into v_message;
  delete from app.message_attachments a where a.tenant_id = tenant and a.message_id = v_message.id;
  perform app.dead_letter_settle(tenant, 'email', v_message.id);
  v_done := app.journal_write(tenant, 'email.cancelled', 'email', v_message.id,
    app.message_json(v_message));
  return app.mail_queued_json(v_message);
end $$;
comment on function api.email_cancel is 'Cancel an email that has not been sent';
