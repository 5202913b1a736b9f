create or replace function app.erasure_json(p_erasure app.erasures)
returns json
language sql stable as $$
  select json_build_object('tenant_id', p_erasure.about_tenant, 'requested_at', p_erasure.requested_at,
    'status', case
      when p_erasure.complete_at is not null then 'complete'
      when p_erasure.cleared_at is not null then 'waiting'
      else 'running' end,
    'rows', p_erasure.rows, 'bytes', p_erasure.bytes, 'files', p_erasure.files,
    'snapshots_deleted', p_erasure.snapshots_deleted, 'journal_until', p_erasure.journal_until,
    'backups_until', p_erasure.backups_until, 'complete_at', p_erasure.complete_at, 'statement', p_erasure.statement)
$$;
comment on function app.erasure_json is 'The erasure of a tenant as /admin shows it, before it is signed';
