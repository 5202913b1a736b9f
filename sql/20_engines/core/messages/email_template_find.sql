create or replace function app.email_template_find(p_tenant text, p_id text)
returns app.email_templates
language plpgsql stable as $$
declare v_template app.email_templates;
begin
  select * into v_template from app.email_templates t where t.tenant_id = p_tenant and t.id = p_id;
  if not found then
    select * into v_template from app.email_templates t
    where t.tenant_id = p_tenant and lower(t.name) = lower(p_id);
  end if;
  if v_template.id is null then perform app.not_found('email template', p_id); end if;
  return v_template;
end $$;
comment on function app.email_template_find is 'A template of mails by id or name, or 404';
