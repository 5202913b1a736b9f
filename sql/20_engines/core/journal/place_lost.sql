create or replace function app.place_lost(
  p_shift bigint, p_last bigint, p_line bigint, p_seen bigint, p_pace bigint, p_next bigint)
returns bigint
language sql immutable as $$
  -- Above the line are only tenants that have come from a PostgreSQL with higher numbers. A rewind that has just been is a
  -- little above it, by what was under way then: 2^24 at most.
  select case when greatest(p_shift + p_seen, p_last) + p_pace <= p_line + 16777216
    then greatest(p_line, p_shift + p_seen, p_shift + p_next, p_last)
    else greatest(p_shift + p_seen + p_pace, p_shift + p_next, p_last + p_pace) + 4294967296 end
$$;
comment on function app.place_lost is
  'The last place that may have been handed out to a tenant in a time that is lost: on the line (app.rewind_line), unless '
  'its own places are above it. p_seen is the last transaction number that is known, p_pace how many may have followed, '
  'p_next what would be handed out now, p_last the place of its last row';
