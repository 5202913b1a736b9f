create or replace function app.folders_find(p_tenant text, p_sight jsonb, p_limit integer)
returns text[]
language sql stable as $$
  with recursive folders(folder) as (
    (select f.folder from app.files f
     where f.tenant_id = p_tenant and not f.is_deleted
       and (p_sight is null or app.file_shows(p_sight, row(f.*)::app.files))
     order by f.folder limit 1)
    union all
    select (
      select f.folder from app.files f
      where f.tenant_id = p_tenant and f.folder > n.folder and not f.is_deleted
        and (p_sight is null or app.file_shows(p_sight, row(f.*)::app.files))
      order by f.folder limit 1)
    from folders n where n.folder is not null)
  -- The order in which they are found is that of their names.
  select array(select n.folder from folders n where n.folder is not null limit p_limit)
$$;
comment on function app.folders_find is
  'The first p_limit folders, by name, that hold a file which the caller sees (p_sight of '
  'app.file_sight): each is one step along the index';
