create or replace function app.too_many(p_code text, p_what text, p_seconds integer)
returns json
language sql stable as $$
  select app.refuse(429, p_code, format('%s Wait %s s.', p_what, p_seconds),
    jsonb_build_object('retry_after', p_seconds) || case when p_code <> 'RATE_LIMITED' then
      jsonb_build_object('details', jsonb_build_object(
        'locked_until', clock_timestamp() + make_interval(secs => p_seconds))) else '{}' end)
$$;
comment on function app.too_many is
  'The refusal RATE_LIMITED, ACCOUNT_LOCKED or MFA_LOCKED with the seconds to wait; what was '
  'counted stays counted';
