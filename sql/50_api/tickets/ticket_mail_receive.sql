create or replace function api.ticket_mail_receive(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tickets := app.ticket_mail_author(tenant, (args->>'number')::bigint, args->>'from');
begin
  -- Locked by now: the same mail cannot come in twice at once.
  if exists (select 1 from app.ticket_messages m
    where m.tenant_id = tenant and m.ticket_id = v_old.id and m.mail_id = args->>'mail_id') then
    return json_build_object('status', 'duplicate', 'reason', null, 'ticket_id', v_old.id);
  end if;
  perform app.file_complete(tenant, jsonb_build_object('file_id', f.id))
  from jsonb_array_elements_text(args->'attachments') f(id);
  perform app.ticket_answer(v_old, args->>'body', args->'attachments', args->>'mail_id');
  return json_build_object('status', 'added', 'reason', null, 'ticket_id', v_old.id);
end $$;
comment on function api.ticket_mail_receive is 'Adds a verified email reply to a ticket';
