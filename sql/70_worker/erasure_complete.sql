create or replace function worker.erasure_complete(p_tenant text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_erasure app.erasures;
  v_statement text;
begin
  select * into v_erasure from app.erasures e
  where e.about_tenant = p_tenant and e.complete_at is null and e.gone_at is not null
    and coalesce(e.backups_until, v_now) <= v_now;
  if not found then return; end if;
  v_statement := json_build_object('format', 'insula-erasure/1', 'tenant_id', p_tenant,
    'requested_at', v_erasure.requested_at, 'complete_at', v_now, 'rows', v_erasure.rows,
    'files', v_erasure.files, 'bytes', v_erasure.bytes, 'snapshots_deleted', v_erasure.snapshots_deleted,
    'backups_until', v_erasure.backups_until);
  update app.erasures e set complete_at = v_now, statement = v_statement where e.about_tenant = p_tenant;
end $$;
comment on function worker.erasure_complete is
  'Completes the erasure of a tenant of which nothing is left, in base backups either: makes its statement';
