create or replace function auth.limits(p_tenant text, p_handle text, p_hash text)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_of_key integer;
  v_plan app.plans := app.plan_held(p_tenant);
begin
  if p_handle is not null then
    select k.rate_limit into v_of_key from app.api_keys k
    where k.tenant_id = p_tenant and k.handle = p_handle
      and k.secret_hash = decode(p_hash, 'hex')
      and coalesce(k.revoked_at > clock_timestamp(), true)
      and coalesce(k.expires_at > clock_timestamp(), true);
    if not found then return null; end if;
  end if;
  if v_plan.plan_tier is null then return null; end if;
  return json_build_object('key', v_of_key, 'tenant', v_plan.requests_per_minute);
end $$;
comment on function auth.limits is
  'Requests per minute of a key (none for a user''s token) and of its tenant, null for no limit; '
  'nothing for a wrong secret or a key that has ended, so that strangers cannot use up a key''s rate, '
  'nor the calls of its tenant';
