create or replace function app.plan_limit_refuse(
  p_tenant text, p_limit text, p_used bigint, p_max bigint, p_message text default null)
returns void
language plpgsql stable as $$
begin
  perform app.fail(403, 'PLAN_LIMIT_EXCEEDED', coalesce(p_message, format('This tenant has %s of at '
      'most %s %s. Remove some, or switch to a larger plan.',
      p_used, p_max, replace(p_limit, '_', ' '))),
    jsonb_build_object('limit', p_limit, 'used', p_used, 'max', p_max,
      'plan', app.plan_of(p_tenant)));
end $$;
comment on function app.plan_limit_refuse is
  'Refuses with 403 PLAN_LIMIT_EXCEEDED {limit, used, max, plan}';
