create or replace function app.sealed_in(p_config jsonb)
returns json
language sql immutable as $$
  select coalesce(json_agg(m.found[1]), '[]')
  from regexp_matches(p_config::text, '"(enc:v2:[A-Za-z0-9_-]+)"', 'g') m(found)
$$;
comment on function app.sealed_in is
  'Returns the sealed secrets of a configuration for its next author: '
  'src/credentials/secret-headers.ts keeps those that fit';
