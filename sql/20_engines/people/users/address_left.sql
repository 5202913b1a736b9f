create or replace function app.address_left(
  p_old app.users, p_new app.users, p_since text default null)
returns void
language plpgsql volatile as $$
declare v_is_admins boolean := p_since is null;
begin
  if p_old.email is not distinct from p_new.email
    and p_old.phone is not distinct from p_new.phone then return; end if;
  delete from app.auth_tokens t
  where t.tenant_id = p_old.tenant_id and t.user_id = p_old.id and case
    when t.type like '%\_undo' then v_is_admins  -- what an administrator decides is not undone
    else t.recipient in (p_old.email, p_old.phone)
      and t.recipient is distinct from p_new.email and t.recipient is distinct from p_new.phone end;
  if p_old.email is distinct from p_new.email then
    perform app.address_told(p_old, 'email', p_old.email, p_new.email, p_since);
  end if;
  if p_old.phone is distinct from p_new.phone then
    perform app.address_told(p_old, 'phone', p_old.phone, p_new.phone, p_since);
  end if;
end $$;
comment on function app.address_left is
  'After a change of address: what was sent to the old one proves nothing any more, and its reader '
  'is told. A change of the user''s own (p_since: app.address_change_send) can be undone from '
  'there; one by an administrator cannot';
