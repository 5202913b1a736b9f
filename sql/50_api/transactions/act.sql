create or replace function api.act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.act_as(tenant, args->'as', args->'step')
$$;
comment on function api.act is
  'For code that does operations, such as ctx.api and tools of models: {step, as}, see app.act_as';
