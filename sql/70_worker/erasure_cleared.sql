create or replace function worker.erasure_cleared(p_tenant text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_is_due boolean;
begin
  update app.erasures e set cleared_at = coalesce(e.cleared_at, v_now)
  where e.about_tenant = p_tenant and e.complete_at is null
  returning e.journal_until <= v_now into v_is_due;
  -- The ids stay of those who must not come back from backups that are kept.
  update app.user_erasures e
  set addresses = null, blanked_at = coalesce(e.blanked_at, v_now), complete_at = v_now
  where e.tenant_id = p_tenant and e.complete_at is null;
  return coalesce(v_is_due, false);
end $$;
comment on function worker.erasure_cleared is
  'Notes that nothing is left of a deleted tenant but its journal; true when that is due to go';
