create or replace function app.plan_standing_tell(
  p_tenant text, p_admins text[], p_limit text, p_used bigint, p_max bigint)
returns void
language plpgsql volatile as $$
declare
  v_name text := replace(p_limit, '_', ' ');
  v_is_full boolean := p_used >= p_max;
begin
  perform app.notify(p_tenant, p_admins, 'plan_limit',
    format(case when v_is_full then 'The limit of %s is reached' else '80 %% of the %s are used' end, v_name),
    format('This tenant has used %s of the %s %s of its plan %s. %s', p_used, p_max, v_name,
      app.plan_of(p_tenant), case
        when not v_is_full then 'Beyond the limit, calls that need more of them are refused.'
        when p_limit = 'api_calls' then 'Further calls are refused until the month ends (UTC).'
        else 'Further ones are refused.' end || ' A larger plan has room for more.'),
    jsonb_build_object('limit', p_limit, 'used', p_used, 'max', p_max,
      'percent', app.plan_percent(p_used, p_max)), '{in_app,email}');
end $$;
comment on function app.plan_standing_tell is
  'Tells admins how much of a limit is used, in the application and by mail, as far as they want to know';
