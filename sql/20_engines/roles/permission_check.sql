create or replace function app.permission_check(p_principal jsonb, p_needed text)
returns void
language plpgsql stable as $$
begin
  if not app.permission_covers(
    array(select jsonb_array_elements_text(p_principal->'permissions')), p_needed) then
    perform app.fail(403, 'FORBIDDEN', format('Your roles do not permit %s.', p_needed),
      jsonb_build_object('required', p_needed));
  end if;
end $$;
comment on function app.permission_check is '403 unless the roles of a user permit something';
