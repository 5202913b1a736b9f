create or replace function worker.short_urls_forget(p_tenant text, p_id text, p_attempts integer)
returns boolean
language plpgsql volatile as $$
declare
  v_today timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  delete from app.short_url_visitors v
  where v.tenant_id = p_tenant and v.day < (v_today at time zone 'UTC')::date;
  delete from app.short_url_counts n using app.short_urls s
  where n.tenant_id = p_tenant and s.tenant_id = p_tenant and n.short_url_id = s.id
    and n.grain = 'hour' and n.since < v_today - interval '1 day';
  -- Once a day while anything is left that a day will end.
  perform app.work_end(p_tenant, 'short_url', p_id, p_attempts,
    case when exists (select 1 from app.short_url_visitors v where v.tenant_id = p_tenant)
      or exists (
        select 1 from app.short_urls s cross join lateral (
          select 1 from app.short_url_counts n
          where n.tenant_id = p_tenant and n.short_url_id = s.id and n.grain = 'hour' limit 1) n
        where s.tenant_id = p_tenant)
      then v_today + interval '1 day 10 minutes' end);
  return true;
end $$;
comment on function worker.short_urls_forget is
  'Once a day: visitors of days that have ended away, and the hours that no period shows any more';
