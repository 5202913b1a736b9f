create or replace function api.email_template_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.email_templates := app.email_template_lock(tenant, args->>'template_id');
  v_new app.email_templates;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := app.email_template_merge(v_old, args);
  if v_new = v_old then return app.email_template_json(v_old); end if;
  v_now := clock_timestamp();
  update app.email_templates t set name = v_new.name, subject = v_new.subject, html = v_new.html,
    text = v_new.text, variables = v_new.variables, updated_at = v_now
  where t.tenant_id = tenant and t.id = v_old.id
  returning * into v_new;
  v_done := app.journal_write(tenant, 'email_template.updated', 'email_template', v_new.id,
    app.email_template_json(v_new), app.email_template_json(v_old));
  return app.email_template_json(v_new);
end $$;
comment on function api.email_template_update is 'Change an email template';
