create or replace function worker.ai_end(p_tenant text, p_principal jsonb, args jsonb)
returns void
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, p_principal);
  perform app.ai_end(p_tenant, args);
end $$;
comment on function worker.ai_end is 'app.ai_end for what has asked a model by itself';
