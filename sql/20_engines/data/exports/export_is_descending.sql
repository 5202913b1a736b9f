create or replace function app.export_is_descending(args jsonb)
returns boolean
language sql immutable as $$
  select coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc'
$$;
comment on function app.export_is_descending is
  'Whether an export begins at the end of its order: the newest first, unless it says otherwise';
