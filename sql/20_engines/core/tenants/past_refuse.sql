create or replace function app.past_refuse(
  p_reason text, p_message text, p_earliest timestamptz, p_details jsonb default '{}')
returns void
language plpgsql stable as $$
begin
  perform app.fail(409, 'AS_OF_UNAVAILABLE', p_message, p_details || jsonb_build_object(
    'earliest', app.utc(p_earliest), 'latest', app.utc(clock_timestamp()), 'reason', p_reason), 'as_of');
end $$;
comment on function app.past_refuse is
  '409 AS_OF_UNAVAILABLE: the state of a tenant at a moment cannot be had, with the earliest moment that can';
