create or replace function app.email_template_lock(p_tenant text, p_id text)
returns app.email_templates
language plpgsql volatile as $$
declare v_template app.email_templates;
begin
  select * into v_template from app.email_templates t
  where t.tenant_id = p_tenant and t.id = p_id for update;
  if not found then perform app.not_found('email template', p_id); end if;
  return v_template;
end $$;
comment on function app.email_template_lock is 'A template of mails by id, locked, or 404';
