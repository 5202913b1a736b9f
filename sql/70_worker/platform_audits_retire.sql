create or replace function worker.platform_audits_retire(p_days integer, p_journal_days integer, p_limit integer)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_old text := app.event_id_at(v_now - make_interval(days => p_days));
  v_before text := app.event_id_at(v_now - make_interval(days => p_journal_days));
  v_gone text[];
  v_ids text[] := array(
    select a.id from app.platform_audits a where a.id < v_old order by a.id limit p_limit);
begin
  if v_ids <> '{}' then
    delete from app.platform_audits a where a.id = any (v_ids);
    return false;
  end if;
  v_gone := array(select t.tenant_id from app.tenants t where t.status = 'deleted');
  v_ids := array(
    select a.id from app.platform_audits a
    where a.about_tenant = any (v_gone) and a.id < v_before and (a.before is not null or a.after is not null)
    order by a.id limit p_limit);
  update app.platform_audits a set before = null, after = null where a.id = any (v_ids);
  return v_ids = '{}';
end $$;
comment on function worker.platform_audits_retire is
  'Removes up to p_limit rows of the operator''s audit log that are older than p_days; then blanks the values of up to p_limit rows '
  'about deleted tenants that are older than p_journal_days, whose journal is erased by then: who did what, and when, stays. True when nothing is left to do';
