create or replace function api.form_submissions(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_ids text[] := app.form_submissions_find(v_form, args->>'status', args->>'search',
    greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('submissions', (
      select json_agg(app.form_submission_json(row(s.*)::app.form_submissions) order by s.id desc)
      from app.form_submissions s
      where s.tenant_id = tenant and s.form_id = v_form.id and s.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function api.form_submissions is 'List the submissions of a form, newest first';
