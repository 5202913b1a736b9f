create or replace function api.email_template_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.email_templates := app.email_template_lock(tenant, args->>'template_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.email_templates t where t.tenant_id = tenant and t.id = v_old.id;
  v_done := app.journal_write(tenant, 'email_template.deleted', 'email_template', v_old.id, null,
    app.email_template_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.email_template_delete is 'Delete an email template';
