create or replace function app.form_type_check(p_form app.forms)
returns void
language plpgsql stable as $$
begin
  if app.form_sight(p_form.tenant_id) ?| array['*', p_form.object_type_id] then
    perform app.fail(403, 'FORBIDDEN', 'You do not see all objects of this form’s type, so you '
      'cannot change the type: it decides who can see the submissions. Ask someone who sees all '
      'of them.', null, 'object_type_id');
  end if;
end $$;
comment on function app.form_type_check is
  'Refuses with 403 to take a form away from its object type for those who do not see all objects of that: what the '
  'policies of the type hide would be shown';
