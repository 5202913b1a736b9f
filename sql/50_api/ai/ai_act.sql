create or replace function api.ai_act(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.act(tenant, args->'step')
$$;
comment on function api.ai_act is 'For models that call a tool: one operation as the caller, whose scopes and policies count';
