create or replace function app.email_directory(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  if p_old is not null then
    delete from app.email_tenants e
    where e.tenant_id = p_tenant and e.email_hash = sha256(convert_to(p_old, 'UTF8'));
  end if;
  if p_new is not null then
    insert into app.email_tenants (email_hash, tenant_id)
    values (sha256(convert_to(p_new, 'UTF8')), p_tenant)
    on conflict do nothing;
  end if;
end $$;
comment on function app.email_directory is
  'Keeps the directory from emails to tenants when the email of a user changes (null: none). As its '
  'owner: on a cluster the write reaches nodes that do not know whose request it is';
