create or replace function app.scopes_shared(p_parties jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(s.scope order by s.scope)::jsonb, '[]')
  from (
    select jsonb_array_elements_text(p->'scopes') from jsonb_array_elements(p_parties) p
    union select 'read') s(scope)
  where not exists (
    select 1 from jsonb_array_elements(p_parties) p
    where not app.scope_covers(array(select jsonb_array_elements_text(p->'scopes')), s.scope))
$$;
comment on function app.scopes_shared is 'The scopes that each of some principals holds';
