create or replace function app.recipients_take(p_tenant text, p_recipients text[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_max integer := app.budget_max(p_tenant, 'recipient');
  v_pending jsonb;
  v_one record;
begin
  if v_max is null or app.principal() ? 'uncounted' then return; end if;
  for v_one in
    select a.address, count(*)::integer as count from (
      select lower(r) as address from unnest(p_recipients) r) a group by a.address
  loop
    v_pending := app.budget_pending(p_tenant)->'recipients';
    perform app.recipient_check(p_tenant, v_one.address,
      v_one.count + coalesce((v_pending->>v_one.address)::integer, 0), v_max, v_now);
    perform app.budget_add(p_tenant, array['recipients', v_one.address], v_one.count);
  end loop;
end $$;
comment on function app.recipients_take is
  'Counts mails and texts that are about to be queued, one for each recipient; 429 when one of them '
  'would get too many in an hour';
