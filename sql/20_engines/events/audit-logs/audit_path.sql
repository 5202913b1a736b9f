create or replace function app.audit_path(args jsonb)
returns text
language sql immutable as $$
  select case
    when args ? 'resource_id' then 'resource'
    when args->>'actor_id' like 'usr\_%' then 'actor'
    when coalesce(args->>'action' not like 'object.%' and args->>'action' not like '%*', false)
      then 'type'
    when coalesce(args->>'action' not in ('*', 'object.*', 'custom.*'), false)
      and args->>'action' like '%.*' then 'types'
    when coalesce(args->>'resource_type' <> 'object', args->>'action' = 'custom.*')
      then 'resource_type'
    else 'all' end
$$;
comment on function app.audit_path is
  'The index by which app.audit_find looks for what args ask for. Objects are most of the journal, so '
  'only by themselves and by their users are they in one: their events are met soon by a walk';
