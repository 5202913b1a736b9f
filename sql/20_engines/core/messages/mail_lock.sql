create or replace function app.mail_lock(p_tenant text, p_id text)
returns app.messages
language plpgsql volatile as $$
declare v_message app.messages;
begin
  select * into v_message from app.messages m
  where m.tenant_id = p_tenant and m.id = p_id and m.mail is not null for update;
  if not found then perform app.not_found('email', p_id); end if;
  return v_message;
end $$;
comment on function app.mail_lock is 'A mail that the tenant wrote, by id, locked, or 404';
