create or replace function api.form_submit(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_settings jsonb := app.form_settings(v_form);
  v_trap text := v_settings->>'honeypot';
  v_data jsonb := (args->'data') - v_trap;
  v_answer jsonb := jsonb_build_object('message', v_settings->'success_message',
    'redirect_url', app.form_redirect(v_form));
  v_values jsonb;
  v_files app.files[];
  v_object record;
  v_new app.form_submissions;
  v_done text;
begin
  v_done := app.form_open_check(v_form);
  v_done := app.form_origin_check(v_settings, args->>'origin');
  if coalesce(args #>> array['data', v_trap], '') not in ('', 'false') then
    return app.form_spam(v_form, v_data, args)::jsonb || v_answer;
  elsif v_settings @> '{"captcha": true}' and not args @> '{"is_human": true}' then
    return '{"needs_captcha": true}';
  end if;
  v_values := app.form_values(v_form, v_data, args @> '{"is_page": true}');
  v_done := app.form_room_check(v_form);
  v_files := app.form_files_hold(v_form, v_values);
  v_object := app.form_object(v_form, v_values);
  v_new := app.form_submission_add(v_form,
    case when v_object.error is null then 'received' else 'error' end, v_values, args,
    v_object.object_id, v_object.error);
  v_done := app.form_files_take(v_files, v_new.object_type_id, v_new.object_id);
  v_done := app.form_mail(v_form, v_values, v_new.object_id);
  v_done := app.journal_write(tenant, 'form.submitted', 'form', v_form.id,
    app.form_submission_json(v_new));
  v_done := app.form_count(v_form, app.form_tally(v_values, args->>'source'));
  return v_answer || jsonb_build_object('submission_id', v_new.id,
    -- With dedupe_on it would tell a visitor whether a value was known.
    'object_id', case when v_settings->>'dedupe_on' is null then v_new.object_id end);
end $$;
comment on function api.form_submit is
  'Checks a submission, stores it and creates or changes its object';
