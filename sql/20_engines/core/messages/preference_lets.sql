create or replace function app.preference_lets(
  p_is_enabled boolean, p_categories text[], p_category text)
returns boolean
language sql immutable as $$
  select coalesce(case when p_categories = '{}' then p_is_enabled
    else p_is_enabled = (p_category = any (p_categories)) end, true)
$$;
comment on function app.preference_lets is
  'Whether a preference lets a category through on its channel: off without categories mutes '
  'all, off with some mutes those, on with some lets only those through. No preference lets all';
