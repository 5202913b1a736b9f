create or replace function app.recipients_take(p_tenant text, p_recipients text[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_max integer := app.budget_max(p_tenant, 'recipient');
  v_pending jsonb := app.budget_pending(p_tenant);
  v_sum jsonb;
  v_full record;
begin
  if v_max is null or app.principal() ? 'uncounted' then return; end if;
  select coalesce(v_pending->'recipients', '{}') || coalesce(jsonb_object_agg(a.address,
    a.count + coalesce((v_pending->'recipients'->>a.address)::integer, 0)), '{}') into v_sum
  from (
    select lower(r) as address, count(*)::integer as count from unnest(p_recipients) r group by 1) a;
  with wanted as materialized (
    select s.key as address, s.value::integer as count, ('mails-to:' || s.key) collate "C" as name
    from jsonb_each_text(v_sum) s)
  select w.address, c.started_at + interval '1 hour' as until into v_full
  from wanted w left join app.auth_counters c on c.tenant_id = p_tenant and c.name = w.name
  where w.count + case when c.started_at > v_now - interval '1 hour' then c.count else 0 end > v_max
  order by w.address limit 1;
  if found then
    perform app.budget_fail('mails_per_recipient', v_max, coalesce(nullif(greatest(0,
        ceil(extract(epoch from v_full.until - v_now))), 0), 3600)::integer,
      format('%s has already received the maximum of %s messages an hour. Try again '
        'later.', v_full.address, v_max),
      jsonb_build_object('recipient', v_full.address));
  end if;
  perform set_config('app.budget', jsonb_build_object(
    p_tenant, v_pending || jsonb_build_object('recipients', v_sum))::text, true);
end $$;
comment on function app.recipients_take is
  'Counts mails and texts that are about to be queued, one for each recipient; 429 when one of them '
  'would get too many in an hour';
