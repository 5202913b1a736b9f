create or replace function app.storage_full(p_used bigint, p_quota bigint)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(403, 'PLAN_LIMIT_EXCEEDED', format('The files of this tenant take %s of %s bytes, '
      'too much for one more of this size. Delete some for good, or take a larger plan.',
      p_used, p_quota),
    jsonb_build_object('limit', 'storage_bytes', 'used', p_used, 'max', p_quota));
end $$;
comment on function app.storage_full is '403 PLAN_LIMIT_EXCEEDED {limit, used, max} of storage';
