create or replace function auth.usage_shown(p_ids text[], p_month date)
returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(app.usage_month(n.id, p_month) order by n.position), '[]')
  from unnest(p_ids) with ordinality n(id, position)
$$;
comment on function auth.usage_shown is
  'Returns the usage of these tenants in a month, in their order. As their owner: row-level '
  'security shows what is in one tenant at a time';
