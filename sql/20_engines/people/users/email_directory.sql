create or replace function app.email_directory(p_tenant text, p_old text, p_new text)
returns void
language sql volatile as $$
  delete from app.email_tenants e
  where e.tenant_id = p_tenant and e.email_hash = sha256(convert_to(p_old, 'UTF8'));
  insert into app.email_tenants (email_hash, tenant_id)
  select sha256(convert_to(p_new, 'UTF8')), p_tenant where p_new is not null
  on conflict do nothing
$$;
comment on function app.email_directory is
  'Keeps the directory from emails to tenants when the email of a user changes (null: none)';
