create or replace function app.masked(p_config jsonb)
returns jsonb
language sql immutable as $$
  select case when p_config::text like '%"enc:v%'
    then regexp_replace(replace(p_config::text, '"enc:v1:lost"', '"•••• lost"'),
      '"enc:v[12]:[A-Za-z0-9_-]*"', '"••••"', 'g')::jsonb
    else p_config end
$$;
comment on function app.masked is
  'A configuration as it is shown: with •••• in the place of each text that src/credentials/box.ts has sealed, '
  'and •••• lost where the secret was lost with its key';
