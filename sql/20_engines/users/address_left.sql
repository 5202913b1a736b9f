create or replace function app.address_left(p_old app.users, p_new app.users)
returns void
language plpgsql volatile as $$
begin
  delete from app.auth_tokens t
  where t.tenant_id = p_old.tenant_id and t.user_id = p_old.id
    and t.recipient in (p_old.email, p_old.phone)
    and t.recipient is distinct from p_new.email and t.recipient is distinct from p_new.phone;
  if p_old.email <> p_new.email then
    perform app.message_send(p_old.tenant_id, 'email', p_old.email, 'email_changed',
      jsonb_build_object('old_email', p_old.email, 'new_email', p_new.email), p_old.id);
  end if;
end $$;
comment on function app.address_left is
  'After a change of address: what was sent to the old one proves nothing any more, and who reads '
  'the old email is told';
