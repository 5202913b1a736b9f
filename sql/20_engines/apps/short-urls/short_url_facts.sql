create or replace function app.short_url_facts(
  p_link app.short_urls, p_grain text, p_dimensions text[], p_from timestamptz)
returns table (since timestamptz, dimension text, value text, clicks bigint, visitors bigint)
language plpgsql stable as $$
begin
  return query
  select n.since, n.dimension, n.value, n.clicks, n.visitors from app.short_url_counts n
  where n.tenant_id = p_link.tenant_id and n.short_url_id = p_link.id and n.grain = p_grain
    and n.since >= p_from and n.dimension = any (p_dimensions)
  union all
  select c.clicked_at, d.dimension, d.value, 1, 0
  from app.short_url_clicks c cross join lateral (
    values ('all', ''), ('referrer', coalesce(c.referrer, '')), ('country', coalesce(c.country, '')),
      ('browser', c.browser)) d(dimension, value)
  where c.tenant_id = p_link.tenant_id and c.short_url_id = p_link.id and c.clicked_at >= p_from
    and d.dimension = any (p_dimensions)
  union all
  select min(c.clicked_at), 'all', '', 0, 1 from app.short_url_clicks c
  where c.tenant_id = p_link.tenant_id and c.short_url_id = p_link.id and c.clicked_at >= p_from
    and 'all' = any (p_dimensions)
    and not exists (
      select 1 from app.short_url_visitors v
      where v.tenant_id = p_link.tenant_id and v.day = (c.clicked_at at time zone 'UTC')::date
        and v.short_url_id = p_link.id and v.visitor = c.visitor)
  group by (c.clicked_at at time zone 'UTC')::date, c.visitor;
end $$;
comment on function app.short_url_facts is
  'Returns the clicks of a short URL since p_from, in some dimensions: those rolled up by '
  'p_grain, and those not yet';
