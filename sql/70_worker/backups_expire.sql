create or replace function worker.backups_expire(p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_forget timestamptz := v_now - interval '90 days';
  v_waited timestamptz := v_now - interval '1 day';
  v_ids text[];
  v_expired json;
begin
  v_ids := array(
    select r.id from app.restores r
    where r.status = 'running' and r.options->>'step' = 'planned'
      and (r.options->>'planned_at')::timestamptz < v_waited);
  update app.restores r set status = 'cancelled', finished_at = v_now
  where r.id = any (v_ids) and r.status = 'running' and r.options->>'step' = 'planned';
  delete from app.backups b
  where b.expires_at < v_forget and b.status not in ('pending', 'running', 'completed');
  with due as (
    select b.id from app.backups b
    where b.expires_at <= v_now and b.status = 'completed'
      and b.verify_status is distinct from 'running'
      and not exists (
        select 1 from app.restores r
        where r.backup_id = b.id and r.status in ('pending', 'running'))
    order by b.expires_at limit p_limit for update skip locked),
  expired as (
    update app.backups b set status = 'expired' from due d where b.id = d.id
    returning b.id, b.about_tenant)
  select json_agg(json_build_object('id', e.id, 'tenant_id', e.about_tenant)) into v_expired
  from expired e;
  return coalesce(v_expired, '[]');
end $$;
comment on function worker.backups_expire is
  'Expires up to p_limit backups: [{id, tenant_id}], whose bytes go. Their records go 90 days later. Restores that wait for a confirmation for a day are cancelled';
