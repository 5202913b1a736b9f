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
  'Returns the resource types that the caller, or another principal, cannot read at all: data, '
  'for a role without objects:read and a key without the scope read; custom events only where '
  'events:read is missing as well. An author who is gone counts as they were '
  '(app.user_listeners_keep)';
