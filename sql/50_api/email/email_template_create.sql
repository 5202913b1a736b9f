create or replace function api.email_template_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.email_templates;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_new.tenant_id := tenant;
  v_new := app.email_template_merge(v_new, args);
  if 1000 <= (select count(*) from app.email_templates t where t.tenant_id = tenant) then
    perform app.fail(409, 'CONFLICT', 'A tenant can have at most 1,000 email templates. Delete one first.');
  end if;
  insert into app.email_templates
    (tenant_id, id, name, subject, html, text, variables, created_by, created_at, updated_at)
  values (tenant, app.id_of_new('etpl'), v_new.name, v_new.subject, v_new.html, v_new.text,
    v_new.variables, app.principal()->>'user_id', v_now, v_now)
  returning * into v_new;
  v_done := app.journal_write(tenant, 'email_template.created', 'email_template', v_new.id,
    app.email_template_json(v_new));
  return app.email_template_json(v_new);
end $$;
comment on function api.email_template_create is 'Create an email template';
