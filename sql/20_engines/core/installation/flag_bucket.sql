create or replace function app.flag_bucket(p_key text, p_tenant text)
returns numeric
language sql immutable as $$
  select ('x' || left(encode(sha256(convert_to(p_key || ':' || p_tenant, 'UTF8')), 'hex'), 8))::bit(32)::bigint
    * 100 / 4294967296.0
$$;
comment on function app.flag_bucket is
  'Where a tenant lies for a feature flag, from 0 to below 100: the first 32 bits of SHA-256(key:tenant). It never changes, so '
  'raising the percentage takes the feature from no tenant';
