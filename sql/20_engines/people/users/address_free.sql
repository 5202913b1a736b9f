create or replace function app.address_free(inout p_user app.users, p_proved text)
language plpgsql volatile as $$
declare
  v_holder app.users;
  v_freed app.users;
begin
  v_holder := app.user_by_address(p_user.tenant_id, p_user.email, null);
  if v_holder.id <> p_user.id and p_user.email is distinct from p_proved then
    p_user.email := null;  -- someone else has it by now
  elsif v_holder.id <> p_user.id and v_holder.email_verified_at is null then
    v_freed := app.user_lock(p_user.tenant_id, v_holder.id);
    v_freed.email := null;
    perform app.user_save(v_holder, v_freed);
  end if;
  v_holder := app.user_by_address(p_user.tenant_id, null, p_user.phone);
  if v_holder.id <> p_user.id and p_user.phone is distinct from p_proved then
    p_user.phone := null;
  elsif v_holder.id <> p_user.id and v_holder.phone_verified_at is null then
    v_freed := app.user_lock(p_user.tenant_id, v_holder.id);
    v_freed.phone := null;
    perform app.user_save(v_holder, v_freed);
  end if;
end $$;
comment on function app.address_free is
  'Returns a user about to get addresses back: the proved one is taken from an account that holds '
  'it unproved, such as a sign-up to be in the way; another that is taken by now is left out';
