create or replace function app.data_hidden(p_principal jsonb default app.principal())
returns text[]
language sql stable as $$
  select coalesce(array_agg(distinct h.type), '{}')
  from app.parties(p_principal) p
  cross join unnest('{object,association,comment,import,export}'::text[]
    || case when app.permission_covers(app.permissions_of(p), 'events:read') then '{}'::text[]
      else '{event,custom}' end) h(type)
  where (p ? 'permissions' or p->'scopes' <> '[]') and not p->'scopes' ?| '{*,read,write,schema}'
    or p ? 'was_blind'
$$;
comment on function app.data_hidden is
  'Resource types of which the caller, or another principal, reads nothing: data, for a role without objects:read and a '
  'key without the scope read; events of one''s own only where events:read is missing, too. An author who is gone counts '
  'as they were (app.user_listeners_keep)';
