create or replace function app.journal_open_since(p_moment timestamptz)
returns timestamptz
language sql immutable as $$
  select p_moment - interval '10 minutes'
$$;
comment on function app.journal_open_since is
  'Before this, no transaction began that may not have been committed at a moment: none that writes for a tenant takes so long';
