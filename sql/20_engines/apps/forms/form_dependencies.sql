create or replace function app.form_dependencies(p_form app.forms)
returns jsonb
language sql stable as $$
  select app.dependencies(array[row('submission', (
    select count(*) from app.form_submissions s
    where s.tenant_id = p_form.tenant_id and s.form_id = p_form.id))::app.dependency])
$$;
comment on function app.form_dependencies is 'Returns the records that are deleted with a form';
