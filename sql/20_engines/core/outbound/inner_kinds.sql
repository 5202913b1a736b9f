create or replace function app.inner_kinds()
returns text[]
language sql immutable as $$
  select '{short_url,task}'::text[]
$$;
comment on function app.inner_kinds is
  'The kinds of app.work that never call another server. All others are held where nothing may '
  'leave: a run as a whole, because its steps are not known before it runs';
