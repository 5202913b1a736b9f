create or replace function worker.signing_keys_sealed()
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select json_agg(json_build_object('kid', k.kid, 'private_key', k.private_key) order by k.kid) from app.signing_keys k), '[]');
end $$;
comment on function worker.signing_keys_sealed is 'The signing keys of access tokens with their sealed private parts, to be sealed again';
