create or replace function app.event_matches(p_type text, p_patterns text[])
returns boolean
language sql immutable as $$
  select p_patterns is null or p_type = any (p_patterns) or '*' = any (p_patterns)
    or split_part(p_type, '.', 1) || '.*' = any (p_patterns)
$$;
comment on function app.event_matches is
  'Whether an event is of one of some names, such as object.created, object.* or *; null is all';
