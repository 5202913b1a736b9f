create or replace function worker.erasures_unnoted(p_tenant text, p_limit integer)
returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('tenant_id', e.about_tenant, 'at', app.utc(e.requested_at),
    'journal_until', app.utc(e.journal_until))), '[]')
  from (
    select d.about_tenant, d.requested_at, d.journal_until from app.erasures d
    where d.noted_at is null and d.complete_at is null and (p_tenant is null or d.about_tenant = p_tenant)
    order by d.journal_until limit p_limit) e
$$;
comment on function worker.erasures_unnoted is
  'Up to p_limit erasures, or that of one tenant, which BACKUP_TO does not know yet: {tenant_id, at, journal_until}';
