create or replace function worker.user_erasures_due(p_limit integer)
returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('tenant_id', e.tenant_id, 'user_id', e.user_id)), '[]') from (
    select d.tenant_id, d.user_id from app.user_erasures d
    where d.complete_at is null and d.requested_at < clock_timestamp() - interval '2 hours'
    order by d.requested_at limit p_limit) e
$$;
comment on function worker.user_erasures_due is
  'Up to p_limit erasures of users that should be complete: a worker of an earlier version may have left them';
