create or replace function app.refuse(
  p_status integer, p_code text, p_message text, p_extra jsonb default '{}')
returns json
language sql stable as $$
  select json_build_object('$refuse',
    jsonb_build_object('status', p_status, 'code', p_code, 'message', p_message) || p_extra)
$$;
comment on function app.refuse is
  'Says no and commits what the refusal had to record; p_extra is merged into the error. '
  'Return it as the answer';
