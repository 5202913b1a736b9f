create or replace function app.error_reports(p_tenant text, p_since timestamptz)
returns bigint
language sql stable as $$
  select coalesce(sum(g.reports), 0)::bigint from app.error_groups g
  where g.tenant_id = p_tenant and g.last_seen_at >= p_since
$$;
comment on function app.error_reports is
  'How often the errors of a tenant were reported that were seen since a moment, earlier reports of them too';
