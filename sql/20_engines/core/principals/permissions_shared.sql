create or replace function app.permissions_shared(p_parties jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(s.permission order by s.permission)::jsonb, '[]')
  from (
    select distinct unnest(app.permissions_of(p))
    from jsonb_array_elements(p_parties) p) s(permission)
  where not exists (
    select 1 from jsonb_array_elements(p_parties) p
    where not app.permission_holds(app.permissions_of(p), s.permission))
$$;
comment on function app.permissions_shared is
  'The permissions that each of some principals holds, those of keys by their scopes';
