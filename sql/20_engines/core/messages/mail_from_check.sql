create or replace function app.mail_from_check(p_tenant text, p_mail jsonb)
returns void
language plpgsql stable as $$
declare v_domain text := p_mail->>'from_domain';
begin
  if v_domain is null or exists (
    select 1 from app.email_domains d
    where d.tenant_id = p_tenant and d.domain = v_domain and d.verified_at is not null) then
    return;
  end if;
  perform app.invalid('from', 'domain_not_verified', format('%s is not a proved domain of this '
    'tenant. Add it with POST /v1/email/domains and create the DNS records in the answer, or '
    'leave from out.',
    v_domain));
end $$;
comment on function app.mail_from_check is
  'Refuses with 400 a mail from a domain that the tenant has not proved to be its own; one without from comes from the server';
