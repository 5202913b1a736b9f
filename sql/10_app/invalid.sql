create or replace function app.invalid(p_path text, p_code text, p_message text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(400, 'VALIDATION_ERROR', p_path || ': ' || p_message,
    jsonb_build_array(jsonb_build_object('path', p_path, 'code', p_code, 'message', p_message)),
    p_path);
end $$;
comment on function app.invalid is 'Refuses with 400 VALIDATION_ERROR one field';
