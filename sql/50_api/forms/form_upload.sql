create or replace function api.form_upload(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_field jsonb := jsonb_path_query_first(v_form.fields, '$[*] ? (@.name == $name && @.type == "file")',
    jsonb_build_object('name', args->'field'));
  v_most bigint := coalesce((v_field #>> '{validation,max}')::bigint, 26214400);
  v_file app.files;
  v_done text;
begin
  v_done := app.form_open_check(v_form);
  v_done := app.form_origin_check(app.form_settings(v_form), args->>'origin');
  if v_field is null then
    perform app.invalid('field', 'unknown_field', 'is not a field of this form that takes a file');
  elsif (args->>'size_bytes')::bigint > v_most then
    perform app.invalid('size_bytes', 'too_big', format('must not be more than %s', v_most));
  end if;
  v_file := app.file_slot(tenant, args - '{form_id,field,origin}'::text[]);
  insert into app.form_uploads (tenant_id, file_id, form_id, field)
  values (tenant, v_file.id, v_form.id, args->>'field');
  return app.file_slot_json(v_file);
end $$;
comment on function api.form_upload is 'Reserves an upload slot for a file field of a form';
