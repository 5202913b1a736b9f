create or replace function api.short_url_stats(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_link app.short_urls := app.short_url_find(tenant, args->>'short_url_id');
  v_period text := args->>'period';
  v_now timestamptz := clock_timestamp();
  v_from timestamptz := case v_period
    when '24h' then date_trunc('hour', v_now, 'UTC') - interval '23 hours'
    when 'all' then '-infinity'
    else date_trunc('day', v_now, 'UTC') - make_interval(days => rtrim(v_period, 'd')::integer - 1)
    end;
  v_grain text := case v_period when '24h' then 'hour' else 'day' end;
  v_top text := case v_period when 'all' then 'ever' else v_grain end;
begin
  return (
    select json_build_object('period', v_period,
      'from', case when v_period = 'all' then v_link.created_at else v_from end, 'to', v_now,
      'clicks', coalesce(sum(d.clicks), 0), 'unique', coalesce(sum(d.visitors), 0),
      'by_day', coalesce(json_agg(json_build_object(
        'date', d.day, 'clicks', d.clicks, 'unique', d.visitors) order by d.day), '[]'),
      'referrers', app.short_url_top(v_link, v_top, 'referrer', v_from),
      'countries', app.short_url_top(v_link, v_top, 'country', v_from),
      'browsers', app.short_url_top(v_link, v_top, 'browser', v_from))
    from (
      select (f.since at time zone 'UTC')::date as day, sum(f.clicks)::bigint as clicks,
        sum(f.visitors)::bigint as visitors
      from app.short_url_facts(v_link, v_grain, '{all}', v_from) f group by 1) d);
end $$;
comment on function api.short_url_stats is 'Get the statistics of a short URL';
