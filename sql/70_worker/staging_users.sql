create or replace function worker.staging_users(p_tenant text, p_after text, p_limit integer)
returns text
language plpgsql volatile as $$
declare
  v_user record;
  v_last text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  for v_user in
    select u.id, u.email from app.users u where u.tenant_id = p_tenant and u.id > p_after order by u.id limit p_limit
  loop
    v_last := v_user.id;
    continue when v_user.email is null;
    perform app.email_directory(p_tenant, null, v_user.email);
  end loop;
  return v_last;
end $$;
comment on function worker.staging_users is
  'Enters the addresses of the next p_limit users after p_after into the directory of emails, of a tenant that is being loaded, and '
  'returns the last one; null when there are no more';
