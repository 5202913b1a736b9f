create or replace function app.form_submission_shown(p_policies jsonb, p_form app.forms, p_object_id text)
returns boolean
language plpgsql stable as $$
begin
  if p_policies is null or p_form.object_type_id is null or not p_policies ? p_form.object_type_id then return true; end if;
  return p_object_id is not null
    and app.policies_show(p_policies, p_form.tenant_id, p_form.object_type_id, p_object_id);
end $$;
comment on function app.form_submission_shown is
  'Whether the caller may see a submission of a form (p_policies of app.form_sight): one that made an object with the '
  'object, any other where no policy keeps objects of the type from them';
