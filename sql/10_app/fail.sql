create or replace function app.fail(
  p_status integer, p_code text, p_message text, p_details jsonb default null,
  p_param text default null)
returns void
language plpgsql immutable as $$
begin
  raise exception using
    errcode = 'PT' || p_status,
    message = p_message,
    detail = jsonb_strip_nulls(
      jsonb_build_object('code', p_code, 'details', p_details, 'param', p_param))::text;
end $$;
comment on function app.fail is
  'Refuses and rolls back: the doorway turns it into an error envelope with this status, code and '
  'details';
