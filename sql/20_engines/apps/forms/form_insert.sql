create or replace function app.form_insert(p_form app.forms, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  p_form.id := app.id_of_new('form');
  -- Its page, and what belongs to it, lead to the tenant.
  perform app.address_take(p_form.tenant_id, '/f/' || p_form.id);
  insert into app.forms (tenant_id, id, name, slug, object_type_id, fields, plan, settings, status,
    authors, actor, created_by, created_at, updated_at)
  values (p_form.tenant_id, p_form.id, p_form.name, app.form_slug(p_form.name, p_form.id),
    p_form.object_type_id, p_form.fields, p_form.plan, p_form.settings, p_form.status,
    p_form.authors, p_form.actor, app.principal()->>'user_id', v_now, v_now)
  returning * into p_form;
  v_done := app.journal_form('form.created', null, p_form, args);
  return app.form_json(p_form, args);
end $$;
comment on function app.form_insert is 'Writes a new form (of app.form_merge), and answers it';
