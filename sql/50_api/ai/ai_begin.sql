create or replace function api.ai_begin(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.ai_begin(tenant, args)
$$;
comment on function api.ai_begin is 'For calls of models: where to ask, tokens held for it, and what was said before';
