-- Marks in the data, because the API of 1.0.0, which may run on after the migration, finds them by their text. Remove in
-- 1.2: since 1.1 the flags of a row (mayRefuse) say what its function answers, so it can be a column of its own.
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
