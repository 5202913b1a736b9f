create or replace function app.form_state_check(p_old text, p_new text)
returns void
language plpgsql immutable as $$
begin
  if p_old = 'archived' then
    perform app.fail(409, 'INVALID_STATE', 'An archived form cannot be changed. Duplicate it.');
  elsif p_new <> p_old and not (p_new = 'archived' or p_new = 'active'
    or p_old = 'active' and p_new = 'paused') then
    perform app.fail(409, 'INVALID_STATE', format('A form that is %s cannot become %s.', p_old, p_new),
      jsonb_build_object('status', p_old));
  end if;
end $$;
comment on function app.form_state_check is
  'Refuses with 409 a change that the state of a form does not allow: draft to active, active to paused and '
  'back, any of them to archived, where it ends';
