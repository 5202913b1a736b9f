create or replace function app.view_default_taken()
returns void
language plpgsql immutable as $$
begin
  raise exception using errcode = 'serialization_failure',
    message = 'another view has just become the default';
end $$;
comment on function app.view_default_taken is
  'Has the gateway repeat a request (40001) that lost the race for the default view';
