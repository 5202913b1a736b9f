create or replace function app.storage_full(p_used bigint, p_quota bigint)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(403, 'PLAN_LIMIT_EXCEEDED', format('The files of this tenant take up %s of %s '
      'bytes, so a file of this size does not fit. Delete some files permanently, or switch to a '
      'larger plan.',
      p_used, p_quota),
    jsonb_build_object('limit', 'storage_bytes', 'used', p_used, 'max', p_quota));
end $$;
comment on function app.storage_full is
  'Refuses with 403 PLAN_LIMIT_EXCEEDED {limit, used, max} of storage';
