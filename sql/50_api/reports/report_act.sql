create or replace function api.report_act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.act(tenant, args->'step')
$$;
comment on function api.report_act is 'For reports in SQL: does a step of asking, as the caller';
