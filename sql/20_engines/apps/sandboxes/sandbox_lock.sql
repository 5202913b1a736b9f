create or replace function app.sandbox_lock(p_tenant text, p_id text)
returns app.sandboxes
language plpgsql volatile as $$
declare v_found app.sandboxes;
begin
  select * into v_found from app.sandboxes s where s.tenant_id = p_tenant and s.id = p_id for update;
  if not found then perform app.not_found('sandbox', p_id); end if;
  return v_found;
end $$;
comment on function app.sandbox_lock is 'A sandbox by id, locked, or 404';
