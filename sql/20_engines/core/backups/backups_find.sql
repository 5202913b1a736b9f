create or replace function app.backups_find(args jsonb, p_most integer)
returns text[]
language plpgsql stable as $$
begin
  -- One statement for each index: a plan for all of them would read every backup for a rare status.
  if args ? 'tenant_id' then
    return array(
      select b.id from app.backups b
      where b.about_tenant = args->>'tenant_id' and app.backup_matches(row(b.*)::app.backups, args)
      order by b.created_at desc, b.id desc limit p_most);
  elsif args ? 'status' then
    return array(
      select b.id from app.backups b
      where b.status = args->>'status' and app.backup_matches(row(b.*)::app.backups, args)
      order by b.created_at desc, b.id desc limit p_most);
  elsif args ? 'source' then
    return array(
      select b.id from app.backups b
      where b.source = args->>'source' and app.backup_matches(row(b.*)::app.backups, args)
      order by b.created_at desc, b.id desc limit p_most);
  elsif args ? 'type' then
    return array(
      select b.id from app.backups b
      where b.type = args->>'type' and app.backup_matches(row(b.*)::app.backups, args)
      order by b.created_at desc, b.id desc limit p_most);
  end if;
  return array(
    select b.id from app.backups b order by b.created_at desc, b.id desc limit p_most);
end $$;
comment on function app.backups_find is
  'Ids of backups {tenant_id, type, status, source}, the newest first, up to p_most';
