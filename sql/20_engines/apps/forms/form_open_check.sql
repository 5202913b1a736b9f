create or replace function app.form_open_check(p_form app.forms)
returns void
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  v_why text := case
    when p_form.status <> 'active' then 'This form does not take answers at the moment.'
    when (p_form.settings->>'opens_at')::timestamptz > v_now then 'This form has not opened yet.'
    when (p_form.settings->>'closes_at')::timestamptz <= v_now then 'This form has closed.' end;
begin
  if v_why is not null then perform app.fail(403, 'FORM_CLOSED', v_why); end if;
end $$;
comment on function app.form_open_check is 'Refuses with 403 FORM_CLOSED what is not active, or outside opens_at and closes_at';
