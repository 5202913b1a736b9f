create or replace function auth.signing_keys()
returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('kid', k.kid, 'public_jwk', k.public_jwk,
    'private_key', k.private_key, 'created_at', k.created_at) order by k.created_at desc, k.kid),
    '[]')
  from app.signing_keys k where k.retired_at is null or k.retired_at > clock_timestamp()
$$;
comment on function auth.signing_keys is
  'The keys of access tokens, the one that signs first; a retired one until its last token is over';
