create or replace function api.form_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.forms;
begin
  v_new.tenant_id := tenant;
  v_new.status := coalesce(args->>'status', 'draft');
  return app.form_insert(app.form_merge(v_new, args), args);
end $$;
comment on function api.form_create is 'Creates a form';
