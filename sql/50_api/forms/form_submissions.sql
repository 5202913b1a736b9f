create or replace function api.form_submissions(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_part text := app.like_part(args->>'search');
  v_status text := args->>'status';
  v_found bigint;
begin
  v_found := (
    select count(*) from (
      select 1 from app.form_submissions s
      where s.tenant_id = tenant and s.form_id = v_form.id
        and (v_status is null or s.status = v_status)
        and (v_part is null or app.form_submission_holds(s.data, v_part)) limit 10001) c);
  return app.listed_as('submissions', (
      select json_agg(app.form_submission_json(row(s.*)::app.form_submissions) order by s.id desc)
      from (
        select * from app.form_submissions s
        where s.tenant_id = tenant and s.form_id = v_form.id
          and (v_status is null or s.status = v_status)
          and (v_part is null or app.form_submission_holds(s.data, v_part))
        order by s.id desc limit (args->>'limit')::integer offset (args->>'offset')::integer) s),
    v_found);
end $$;
comment on function api.form_submissions is 'List the submissions of a form, newest first';
