create or replace function app.storage_full(p_tenant text, p_used bigint, p_quota bigint)
returns void
language plpgsql stable as $$
begin
  perform app.plan_limit_refuse(p_tenant, 'storage_bytes', p_used, p_quota,
    format('The files of this tenant take up %s of %s '
      'bytes, so a file of this size does not fit. Delete some files permanently, or switch to a '
      'larger plan.',
      p_used, p_quota));
end $$;
comment on function app.storage_full is
  'Refuses with 403 PLAN_LIMIT_EXCEEDED {limit, used, max, plan} of storage';
