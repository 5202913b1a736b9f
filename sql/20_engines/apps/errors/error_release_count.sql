create or replace function app.error_release_count(p_group app.error_groups)
returns void
language plpgsql volatile as $$
declare
  v_release text := p_group.release;
  v_now timestamptz := p_group.last_seen_at;
begin
  if v_release is null then return; end if;
  update app.error_releases r set reports = r.reports + 1, last_seen_at = v_now
  where r.tenant_id = p_group.tenant_id and r.error_id = p_group.id and r.release = v_release;
  if found or (
    select count(*) from app.error_releases r
    where r.tenant_id = p_group.tenant_id and r.error_id = p_group.id) >= 100 then
    return;
  end if;
  -- The row of the group is locked: it cannot have been added in between.
  insert into app.error_releases (tenant_id, error_id, release, first_seen_at, last_seen_at)
  values (p_group.tenant_id, p_group.id, v_release, v_now, v_now);
end $$;
comment on function app.error_release_count is
  'Counts the report that an error has just counted for the release that it came from, if any; '
  'those beyond the first 100 of an error are not told apart';
