create or replace function app.form_sight(p_form app.forms)
returns jsonb
language plpgsql stable as $$
declare v_policies jsonb;
begin
  if p_form.object_type_id is null then return null; end if;
  if app.reads_no_objects() then
    return jsonb_build_object(p_form.object_type_id, '{"condition": "strict (1 == 0)", "is_plain": true}'::jsonb);
  end if;
  v_policies := app.policies_of_caller(p_form.tenant_id);
  return case when v_policies ? p_form.object_type_id then v_policies end;
end $$;
comment on function app.form_sight is
  'What decides which submissions of a form the caller sees, for app.form_submission_shown: {type id: filter}; null: all of '
  'them. Who may read no objects sees none that objects are made of';
