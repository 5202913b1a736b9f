create or replace function worker.erasures_due(p_limit integer)
returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(e.about_tenant), '[]') from (
    select d.about_tenant from app.erasures d
    where d.complete_at is null and d.cleared_at is not null and d.journal_until <= clock_timestamp()
      and (d.gone_at is null or coalesce(d.backups_until, d.gone_at) <= clock_timestamp())
    order by d.journal_until limit p_limit) e
$$;
comment on function worker.erasures_due is
  'Up to p_limit deleted tenants whose journal is due to be removed, or whose base backups are gone';
