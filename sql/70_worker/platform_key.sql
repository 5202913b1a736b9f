create or replace function worker.platform_key(p_hash text, p_ip text)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.platform_key(decode(p_hash, 'hex'), p_ip::inet);
end $$;
comment on function worker.platform_key is
  'The platform key with a token, for the worker''s own page of metrics: see auth.platform_key';
