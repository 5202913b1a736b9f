create or replace function api.form_export(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_format text := args->>'format';
  v_after text := coalesce(args->>'after', '');
  v_names text[] := array(
    select f->>'name' from jsonb_array_elements(v_form.fields) with ordinality x(f, n)
    where f->>'type' <> 'section' order by n);
  v_sight jsonb := app.form_sight(tenant);
  v_lines text[];
  v_last text;
begin
  select array_agg(app.form_line(v_format, v_names, row(s.*)::app.form_submissions) order by s.id),
    max(s.id::text collate "C")
  into v_lines, v_last
  from (
    select * from app.form_submissions s
    where s.tenant_id = tenant and s.form_id = v_form.id and s.id > v_after
      and (v_sight is null or app.form_submission_shown(
        v_sight, tenant, coalesce(s.object_type_id, v_form.object_type_id), s.object_id))
    order by s.id limit 1000) s;
  return json_build_object('name', v_form.slug,
    'head', app.form_line_head(v_format, v_names),
    'lines', coalesce(array_to_string(v_lines, ''), ''),
    'next', case when cardinality(v_lines) = 1000 then v_last end);
end $$;
comment on function api.form_export is
  'Returns the next 1,000 submissions of a form as lines of a file';
