create or replace function app.scopes_check(p_scopes text[])
returns void
language plpgsql stable as $$
declare
  v_held text[] := array(select jsonb_array_elements_text(app.principal()->'scopes'));
  v_beyond text := (select s from unnest(p_scopes) s where not app.scope_covers(v_held, s) limit 1);
begin
  if v_beyond is not null then
    perform app.fail(403, 'INSUFFICIENT_SCOPE',
      format('You cannot grant the scope %s, because your own key does not hold it.', v_beyond),
      jsonb_build_object('required', v_beyond, 'held', v_held), 'scopes');
  end if;
end $$;
comment on function app.scopes_check is 'Refuses with 403 scopes that go beyond the caller''s own';
