create or replace function app.mfa_is_enrolled(p_tenant text, p_user_id text)
returns boolean
language sql stable as $$
  select exists (
    select 1 from app.mfa_factors f
    where f.tenant_id = p_tenant and f.user_id = p_user_id and f.verified_at is not null)
$$;
comment on function app.mfa_is_enrolled is
  'Whether a user has a second factor that signing in asks for';
