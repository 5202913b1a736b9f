create or replace function app.mime_types(p_tenant text)
returns table (mime_type text)
language plpgsql stable as $$
begin
  return query
  with recursive types(mime_type) as (
    (select f.mime_type from app.files f where f.tenant_id = p_tenant
     order by f.mime_type limit 1)
    union all
    select (
      select f.mime_type from app.files f
      where f.tenant_id = p_tenant and f.mime_type > t.mime_type
      order by f.mime_type limit 1)
    from types t where t.mime_type is not null)
  select t.mime_type from types t where t.mime_type is not null;
end $$;
comment on function app.mime_types is
  'The media types of a tenant''s files, each from one row of the index';
