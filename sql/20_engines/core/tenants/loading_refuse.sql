create or replace function app.loading_refuse()
returns void
language plpgsql stable as $$
begin
  perform app.fail(409, 'INVALID_STATE', 'This tenant is still being loaded from a snapshot. Wait until its restore has ended, '
    'or cancel that.');
end $$;
comment on function app.loading_refuse is
  'Refuses with 409 a call about a tenant that is being loaded: it is not masked yet, and may go again';
