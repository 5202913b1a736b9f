create or replace function app.recipient_check(
  p_tenant text, p_address text, p_count integer, p_max integer, p_now timestamptz)
returns void
language plpgsql stable as $$
declare
  v_name text := 'mails-to:' || p_address;
  v_until timestamptz;
  v_used integer;
begin
  select c.started_at + interval '1 hour', c.count into v_until, v_used from app.auth_counters c
  where c.tenant_id = p_tenant and c.name = v_name;
  if v_until is null or v_until <= p_now then
    v_until := p_now + interval '1 hour';
    v_used := 0;
  end if;
  if v_used + p_count <= p_max then return; end if;
  perform app.budget_fail('mails_per_recipient', p_max,
    greatest(1, ceil(extract(epoch from v_until - p_now)))::integer,
    format('%s gets up to %s messages an hour, and has had them.', p_address, p_max),
    jsonb_build_object('recipient', p_address));
end $$;
comment on function app.recipient_check is
  '429 when so many more messages would be too many for an address within its hour';
