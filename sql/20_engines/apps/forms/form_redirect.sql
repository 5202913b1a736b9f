create or replace function app.form_redirect(p_form app.forms)
returns text
language sql stable as $$
  select t.target from (select p_form.settings->>'redirect_url') t(target)
  where t.target is not null and app.redirect_parts(p_form.tenant_id, t.target) <> '{}'
$$;
comment on function app.form_redirect is
  'Where a form leads to once it was sent: its redirect_url while the tenant still allows it';
