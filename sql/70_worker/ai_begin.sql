create or replace function worker.ai_begin(p_tenant text, p_principal jsonb, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_begun json;
  v_authors jsonb;
  v_limited jsonb;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, p_principal);
  v_begun := app.ai_begin(p_tenant, args);
  v_authors := app.ai_provider_authors(p_tenant, v_begun->'provider'->>'id');
  v_limited := app.principal_limited(p_tenant, p_principal, v_authors);
  if v_limited is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
  v_done := app.act_as(v_limited);
  perform app.act_check('ai', 'ai:use');
  return v_begun;
end $$;
comment on function worker.ai_begin is
  'app.ai_begin for what asks a model by itself, such as an automation: if its principal may, and those who have said where the provider is';
