create or replace function app.ai_release(p_tenant text, p_call_id text)
returns void
language plpgsql volatile as $$
begin
  delete from app.ai_calls c where c.tenant_id = p_tenant and c.id = p_call_id;
end $$;
comment on function app.ai_release is 'Gives back what was held for a call to a model (app.ai_reserve)';
