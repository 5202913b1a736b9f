create or replace function app.mail_suppressed(p_tenant text, p_mail jsonb)
returns text[]
language sql stable as $$
  select array(
    select s.address from app.email_suppressions s
    where s.tenant_id = p_tenant and s.address = any (app.mail_recipients(p_mail)))
$$;
comment on function app.mail_suppressed is 'The recipients of a mail that get no mails of this tenant';
