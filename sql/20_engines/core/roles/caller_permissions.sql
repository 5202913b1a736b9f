create or replace function app.caller_permissions()
returns text[]
language sql stable as $$
  select case when p ? 'limits'
    then array(select jsonb_array_elements_text(app.permissions_shared(p->'limits')))
    else app.permissions_of(p) end
  from app.principal() p
$$;
comment on function app.caller_permissions is
  'Returns the permissions that the caller may grant: those of a user, or those that the scopes '
  'of a key amount to; in a run only those that each of its authors holds';
