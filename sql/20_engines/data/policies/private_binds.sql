create or replace function app.private_binds(p_principal jsonb)
returns boolean
language plpgsql immutable as $$
begin
  if p_principal ? 'limits' then  -- a run: what is closed to one who wrote a part of it
    return exists (
      select 1 from jsonb_array_elements(p_principal->'limits') p where app.private_binds(p));
  end if;
  return app.policies_bind(p_principal) and not coalesce(
    p_principal->>'type' in ('api_key', 'unknown')
      and p_principal->'sees_private' is distinct from 'false', false);
end $$;
comment on function app.private_binds is
  'Tells whether private object types are closed to a caller but for the rows that an allow '
  'policy gives them: to users whom policies bind, and to keys that such users have made; not to '
  'other keys';
