create or replace function api.form_duplicate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.forms := app.form_find(tenant, args->>'form_id');
  v_new app.forms;
begin
  v_new.tenant_id := tenant;
  v_new.status := 'draft';
  -- Created by the caller, and so with no more than they could have written.
  return app.form_insert(app.form_merge(v_new, jsonb_build_object(
    'name', left(v_old.name, 193) || ' (copy)', 'object_type_id', v_old.object_type_id,
    'fields', v_old.fields, 'settings', v_old.settings)), args);
end $$;
comment on function api.form_duplicate is 'Copies a form as a draft';
