create or replace function api.email_report_receive(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_message app.messages := app.mail_lock(tenant, args->>'email_id');
  v_now timestamptz := clock_timestamp();
  v_event text := args->>'event';
  v_all text[] := app.mail_recipients(v_message.mail);
  v_recipient text := coalesce(lower(args->>'recipient'),
    case when cardinality(v_all) = 1 then v_all[1] end);
  v_done text;
begin
  if v_message.events @> jsonb_build_array(jsonb_build_object('id', args->>'report_id')) then
    perform app.fail(409, 'CONFLICT', 'This report was already received.');
  elsif v_message.status not in ('sent', 'delivered', 'bounced', 'complained') then
    perform app.fail(409, 'INVALID_STATE', format('This email is %s, not sent. Report it again '
      'later.', app.message_status(v_message)));
  elsif v_recipient <> all (v_all) then
    perform app.invalid('recipient', 'unknown', 'is not a recipient of this email');
  elsif jsonb_array_length(v_message.events) >= 500 then
    perform app.fail(409, 'CONFLICT', 'This email has reached the limit of 500 reports.');
  end if;
  update app.messages m set
    -- A bounce or a complaint tells more than a delivery, in whichever order they come.
    status = case when v_event = 'delivered' and v_message.status <> 'sent'
      then v_message.status else v_event end,
    error = case when v_event = 'delivered' then m.error
      else coalesce(args->>'reason', m.error) end,
    events = m.events || app.message_event(v_event, v_now, args->>'reason', v_recipient,
      args->>'report_id')
  where m.tenant_id = tenant and m.id = v_message.id
  returning * into v_message;
  if v_recipient is not null and (v_event = 'complained'
    or v_event = 'bounced' and coalesce((args->>'is_permanent')::boolean, true)) then
    perform app.suppression_add(tenant, v_recipient,
      case v_event when 'bounced' then 'bounce' else 'complaint' end, v_message.id);
  end if;
  v_done := app.journal_write(tenant, 'email.' || v_event, 'email', v_message.id,
    app.message_json(v_message));
  return '{"received": true}';
end $$;
comment on function api.email_report_receive is 'Records a verified delivery report';
