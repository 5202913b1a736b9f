create or replace function worker.ai_begin(p_tenant text, p_principal jsonb, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, p_principal);
  perform app.act_check('ai', 'ai:use');
  return app.ai_begin(p_tenant, args);
end $$;
comment on function worker.ai_begin is
  'app.ai_begin for what asks a model by itself, such as an automation: if its principal may';
