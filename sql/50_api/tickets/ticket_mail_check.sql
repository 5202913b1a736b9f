create or replace function api.ticket_mail_check(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 30;
  v_since timestamptz := clock_timestamp() - interval '1 hour';
  v_ticket app.tickets := app.ticket_mail_author(tenant, (args->>'number')::bigint, args->>'from');
  v_refusal text;
begin
  select case when bool_or(m.mail_id = args->>'mail_id') then 'duplicate'
    when count(*) filter (where m.created_at > v_since) >= v_most then 'ignored' end
  into v_refusal
  from app.ticket_messages m
  where m.tenant_id = tenant and m.ticket_id = v_ticket.id and m.mail_id is not null;
  return json_build_object('status', coalesce(v_refusal, 'wanted'),
    'reason', case v_refusal when 'ignored' then 'too_many' end, 'ticket_id', v_ticket.id);
end $$;
comment on function api.ticket_mail_check is
  'Whether a mail adds something to its ticket: not one that has come before, nor more than 30 an hour';
