create or replace function auth.flag_overrides(p_keys text[])
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_object_agg(o.key, json_build_object('on', o.is_on, 'off', o.is_off))::jsonb, '{}')
    from (
      select f.key, count(*) filter (where f.value = 'true') as is_on,
        count(*) filter (where f.value = 'false') as is_off
      from app.tenants t cross join lateral jsonb_each(t.features) f
      where t.status <> 'deleted' and t.features <> '{}' and f.key = any (p_keys) group by f.key) o);
end $$;
comment on function auth.flag_overrides is
  'How many tenants have these feature flags turned on or off by their own features: {key: {on, off}}. As their owner: '
  'row-level security shows what is in one tenant at a time';
