create or replace function app.form_files_hold(p_form app.forms, p_values jsonb)
returns app.files[]
language plpgsql volatile as $$
declare
  v_files app.files[] := '{}';
  v_file app.files;
  v_field text;
begin
  for v_field in
    select f->>'name' from jsonb_array_elements(p_form.fields) f
    where f->>'type' = 'file' and p_values ? (f->>'name') order by p_values->>(f->>'name')
  loop
    select f.* into v_file from app.form_uploads u
    join app.files f on f.tenant_id = u.tenant_id and f.id = u.file_id
    where u.tenant_id = p_form.tenant_id and u.form_id = p_form.id and u.field = v_field
      and u.file_id = p_values->>v_field and f.status = 'pending' and f.checksum is not null
      and not f.is_deleted
    for update of u, f;
    if not found then
      perform app.form_fail(array[app.form_problem(v_field, 'invalid_file',
        'must be the id of a file that was uploaded for this field and not sent yet')]);
    end if;
    v_files := v_files || v_file;
  end loop;
  return v_files;
end $$;
comment on function app.form_files_hold is
  'The files that were sent with a form, locked: each uploaded for its field, and in no submission yet; otherwise 400';
