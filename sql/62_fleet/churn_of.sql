create or replace function auth.churn_of(p_since timestamptz)
returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(round(
      count(*) filter (where s.ended_at >= p_since)::numeric / nullif(count(*), 0), 4), 0)
    from app.subscriptions s
    where s.started_at < p_since and (s.ended_at is null or s.ended_at >= p_since)
      and s.status not in ('none', 'incomplete'));
end $$;
comment on function auth.churn_of is
  'The part of the subscriptions at a moment that has ended since, 0 to 1. As their owner: they are of all tenants';
