create or replace function worker.short_urls_roll_up(p_tenant text, p_id text, p_attempts integer)
returns boolean
language plpgsql volatile as $$
declare
  v_ids text[];
  v_clicks app.short_url_clicks[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  v_ids := array(
    select distinct c.short_url_id from (
      select c.short_url_id from app.short_url_clicks c
      where c.tenant_id = p_tenant order by c.short_url_id, c.id limit 5000) c);
  if v_ids = '{}' then
    -- A click that is on its way meanwhile is counted by readers, and rolled up with the next.
    perform app.work_end(p_tenant, 'short_url', p_id, p_attempts);
    return true;
  end if;
  -- Before their clicks, as a change of a short URL does.
  perform from app.short_urls s
  where s.tenant_id = p_tenant and s.id = any (v_ids) order by s.id for no key update;
  with gone as (
    delete from app.short_url_clicks c using (
      select c.short_url_id, c.id from app.short_url_clicks c
      where c.tenant_id = p_tenant and c.short_url_id = any (v_ids)
      order by c.short_url_id, c.id limit 5000) k
    where c.tenant_id = p_tenant and c.short_url_id = k.short_url_id and c.id = k.id
    returning row(c.*)::app.short_url_clicks as c)
  select array_agg(g.c) into v_clicks from gone g
  where exists (
    select 1 from app.short_urls s where s.tenant_id = p_tenant and s.id = (g.c).short_url_id);
  if v_clicks is null then return false; end if;
  perform app.short_urls_sum(p_tenant, v_clicks);
  update app.short_urls s set clicks = s.clicks + n.clicks,
    last_clicked_at = greatest(s.last_clicked_at, n.clicked_at)
  from (
    select c.short_url_id, count(*) filter (where not c.is_counted) as clicks,
      max(c.clicked_at) as clicked_at
    from unnest(v_clicks) c group by c.short_url_id) n
  where s.tenant_id = p_tenant and s.id = n.short_url_id;
  perform app.work_ensure(p_tenant, 'short_url', 'forget',
    date_trunc('day', clock_timestamp(), 'UTC') + interval '1 day 10 minutes');
  return false;
end $$;
comment on function worker.short_urls_roll_up is
  'Moves the next 5,000 clicks of a tenant into the counters of its short URLs; true when there were '
  'none, which ends the work';
