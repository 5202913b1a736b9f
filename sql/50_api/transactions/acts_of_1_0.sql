-- Under these names processes of 1.0.0 call api.act: they go on while a later version migrates. To be removed in 1.2.
create or replace function api.ai_act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select api.act(tenant, jsonb_build_object('as', args - 'step', 'step', args->'step'))
$$;
comment on function api.ai_act is 'api.act for tools of models, under the name of 1.0';

create or replace function api.dashboard_act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select api.act(tenant, jsonb_build_object('as', args - 'step', 'step', args->'step'))
$$;
comment on function api.dashboard_act is 'api.act for widgets, under the name of 1.0';

create or replace function api.function_act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select api.act(tenant, jsonb_build_object('as', args - 'step', 'step', args->'step'))
$$;
comment on function api.function_act is 'api.act for runs of functions, under the name of 1.0';

create or replace function api.report_act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select api.act(tenant, jsonb_build_object('as', args - 'step', 'step', args->'step'))
$$;
comment on function api.report_act is 'api.act for reports, under the name of 1.0';
