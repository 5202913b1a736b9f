create or replace function worker.bases_expire(p_living text[])
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_settled timestamptz := v_now - interval '1 hour';
  v_ids text[];
begin
  v_ids := array(
    select b.id from app.backups b
    where b.type = 'full' and b.source in ('api', 'schedule') and b.status = 'completed'
      and (b.options->>'base') <> all (p_living)
      -- One that was finished while p_living was read is there as well.
      and b.finished_at < v_settled);
  update app.backups b set status = 'expired', expires_at = v_now
  where b.id = any (v_ids) and b.status = 'completed';
end $$;
comment on function worker.bases_expire is
  'Expires the records of base backups that retention has removed: all but those of p_living, the ones that are there';
