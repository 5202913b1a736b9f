create or replace function app.short_urls_sum(p_tenant text, p_clicks app.short_url_clicks[])
returns void
language plpgsql volatile as $$
begin
  with clicked as materialized (select c.* from unnest(p_clicks) c),
  fresh as (
    insert into app.short_url_visitors (tenant_id, day, short_url_id, visitor)
    select distinct p_tenant, (c.clicked_at at time zone 'UTC')::date, c.short_url_id, c.visitor
    from clicked c
    on conflict do nothing returning day, short_url_id, visitor),
  facts as (
    select c.short_url_id, c.clicked_at, d.dimension, d.value, 1 as clicks, 0 as visitors
    from clicked c cross join lateral (
      values ('all', ''), ('referrer', coalesce(c.referrer, '')),
        ('country', coalesce(c.country, '')), ('browser', c.browser)) d(dimension, value)
    union all
    select f.short_url_id, min(c.clicked_at), 'all', '', 0, 1
    from fresh f join clicked c on c.short_url_id = f.short_url_id and c.visitor = f.visitor
      and (c.clicked_at at time zone 'UTC')::date = f.day
    group by f.short_url_id, f.day, f.visitor),
  sums as materialized (
    select f.short_url_id, g.grain, g.since, f.dimension, f.value, sum(f.clicks) as clicks,
      sum(f.visitors) as visitors
    from facts f cross join lateral (
      values ('hour', date_trunc('hour', f.clicked_at, 'UTC')),
        ('day', date_trunc('day', f.clicked_at, 'UTC')), ('ever', '-infinity')) g(grain, since)
    group by 1, 2, 3, 4, 5),
  ranked as (
    select s.*, n.value is not null as is_known, row_number() over (
      partition by s.short_url_id, s.grain, s.since, s.dimension, n.value is null
      order by s.clicks desc, s.value) as place
    from sums s left join app.short_url_counts n on n.tenant_id = p_tenant
      and n.short_url_id = s.short_url_id and n.grain = s.grain and n.since = s.since
      and n.dimension = s.dimension and n.value = s.value),
  -- Anyone can make up referrers: the first 30 values have rows of their own.
  kept as (
    select r.short_url_id, r.grain, r.since, r.dimension, case
        when r.is_known or r.place + (
          select count(*) from app.short_url_counts n
          where n.tenant_id = p_tenant and n.short_url_id = r.short_url_id and n.grain = r.grain
            and n.since = r.since and n.dimension = r.dimension) <= 30 then r.value
        else 'other' end as value, r.clicks, r.visitors
    from ranked r)
  insert into app.short_url_counts as n (tenant_id, short_url_id, grain, since, dimension, value,
    clicks, visitors)
  select p_tenant, k.short_url_id, k.grain, k.since, k.dimension, k.value, sum(k.clicks),
    sum(k.visitors)
  from kept k group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (tenant_id, short_url_id, grain, since, dimension, value) do update
  set clicks = n.clicks + excluded.clicks, visitors = n.visitors + excluded.visitors;
end $$;
comment on function app.short_urls_sum is
  'Adds clicks to the counters of their short URLs, which the caller has locked';
