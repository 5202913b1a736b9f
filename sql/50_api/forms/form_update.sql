create or replace function api.form_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.forms := app.form_lock(tenant, args->>'form_id');
  v_new app.forms;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.form_state_check(v_old.status, coalesce(args->>'status', v_old.status));
  v_new := app.form_merge(v_old, args);
  v_new.status := coalesce(args->>'status', v_old.status);
  if v_new = v_old then return app.form_json(v_old, args); end if;
  v_now := clock_timestamp();
  update app.forms f set name = v_new.name, object_type_id = v_new.object_type_id,
    fields = v_new.fields, plan = v_new.plan, settings = v_new.settings,
    status = v_new.status, authors = v_new.authors,
    actor = v_new.actor, updated_at = v_now
  where f.tenant_id = tenant and f.id = v_old.id
  returning * into v_new;
  v_done := app.journal_form('form.updated', v_old, v_new, args);
  return app.form_json(v_new, args);
end $$;
comment on function api.form_update is 'Changes a form';
