create or replace function app.recipients_take(p_tenant text, p_recipients text[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_each integer := app.budget_max(p_tenant, 'recipient');
  v_all integer := app.budget_max(p_tenant, 'hour');
  v_pending jsonb := app.budget_pending(p_tenant);
  v_sum jsonb;
  v_full record;
begin
  if coalesce(v_each, v_all) is null or app.principal() ? 'uncounted' then return; end if;
  select coalesce(v_pending->'recipients', '{}') || coalesce(json_object_agg(a.address,
    a.count + coalesce((v_pending->'recipients'->>a.address)::integer, 0))::jsonb, '{}') into v_sum
  from (
    select lower(r) as address, count(*)::integer as count from unnest(p_recipients) r
    where v_each is not null group by 1
    union all
    -- No address: all of them together.
    select '*', cardinality(p_recipients) where v_all is not null) a;
  with wanted as materialized (
    select s.key as address, s.value::integer as count, ('mails-to:' || s.key) collate "C" as name,
      case s.key when '*' then v_all else v_each end as most
    from jsonb_each_text(v_sum) s)
  select w.address, w.most, c.started_at + interval '1 hour' as until into v_full
  from wanted w left join app.auth_counters c on c.tenant_id = p_tenant and c.name = w.name
  where w.count + case when c.started_at > v_now - interval '1 hour' then c.count else 0 end > w.most
  order by w.address limit 1;
  if found then
    perform app.budget_fail(
      case v_full.address when '*' then 'mails_per_hour' else 'mails_per_recipient' end, v_full.most,
      coalesce(nullif(greatest(0, ceil(extract(epoch from v_full.until - v_now))), 0), 3600)::integer,
      case v_full.address when '*'
        then format('%s messages an hour are the most that this tenant sends. Try again later.', v_full.most)
        else format('%s has already received the maximum of %s messages an hour. Try again later.',
          v_full.address, v_full.most) end,
      case v_full.address when '*' then '{}' else jsonb_build_object('recipient', v_full.address) end);
  end if;
  perform set_config('app.budget', jsonb_build_object(
    p_tenant, v_pending || jsonb_build_object('recipients', v_sum))::text, true);
end $$;
comment on function app.recipients_take is
  'Counts mails and texts that are about to be queued, one for each recipient; 429 when one of them, or '
  'all of them together, would get too many in an hour';
