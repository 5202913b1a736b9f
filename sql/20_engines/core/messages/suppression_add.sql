create or replace function app.suppression_add(
  p_tenant text, p_address text, p_reason text, p_message_id text default null)
returns app.email_suppressions
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_suppression app.email_suppressions;
  v_done text;
begin
  insert into app.email_suppressions (tenant_id, address, reason, message_id, created_at)
  values (p_tenant, lower(p_address), p_reason, p_message_id, v_now)
  on conflict do nothing
  returning * into v_suppression;
  if found then
    v_done := app.journal_write(p_tenant, 'email_suppression.created', 'email_suppression',
      v_suppression.address, app.suppression_json(v_suppression));
  else
    select * into v_suppression from app.email_suppressions s
    where s.tenant_id = p_tenant and s.address = lower(p_address);
  end if;
  return v_suppression;
end $$;
comment on function app.suppression_add is
  'Suppresses an address; one that is suppressed already keeps its first reason';
