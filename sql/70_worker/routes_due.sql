create or replace function worker.routes_due(p_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Once a day, by a cron that looks each hour.
  v_before timestamptz := clock_timestamp() - interval '23 hours 30 minutes';
begin
  return (
    select coalesce(json_agg(json_build_object('id', d.id, 'hostname', d.hostname, 'type', d.proof, 'value', d.proof_value)), '[]')
    from (
      select r.id, r.hostname, r.proof, r.proof_value from app.routes r
      where r.proof <> 'NONE' and r.proved_at is not null and r.checked_at < v_before
      order by r.checked_at limit p_limit) d);
end $$;
comment on function worker.routes_due is
  'Up to p_limit routes whose host is to be proved again, which was longest ago first: [{id, hostname, type, value}]';
