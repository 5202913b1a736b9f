create or replace function app.caller_permissions()
returns text[]
language sql stable as $$
  select case when p ? 'limits'
    then array(select jsonb_array_elements_text(app.permissions_shared(p->'limits')))
    else app.permissions_of(p) end
  from app.principal() p
$$;
comment on function app.caller_permissions is
  'What the caller may give away: the permissions of a user, or what the scopes of a key amount '
  'to; in a run only what everyone who wrote a part of it holds, too';
