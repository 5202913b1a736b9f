create or replace function app.auth_token_hash(p_token text)
returns bytea
language sql immutable as $$
  select case when p_token ~ '^[0-9a-f]{64}$' then decode(p_token, 'hex')
    else sha256(convert_to(p_token, 'UTF8')) end
$$;
comment on function app.auth_token_hash is
  'Under what a link''s token is kept: its sha256, which may be given in its place, in hex';
