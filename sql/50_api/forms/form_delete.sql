create or replace function api.form_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.forms := app.form_lock(tenant, args->>'form_id');
  v_dependencies jsonb := app.form_dependencies(v_old);
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'form', v_old.id, v_dependencies, args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  v_done := app.journal_form('form.deleted', v_old, null, args);
  delete from app.form_submissions s where s.tenant_id = tenant and s.form_id = v_old.id;
  delete from app.form_counts c where c.tenant_id = tenant and c.form_id = v_old.id;
  delete from app.form_uploads u where u.tenant_id = tenant and u.form_id = v_old.id;
  perform app.address_drop(tenant, '/f/' || v_old.id);
  delete from app.forms f where f.tenant_id = tenant and f.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.form_delete is 'Delete a form and its submissions';
