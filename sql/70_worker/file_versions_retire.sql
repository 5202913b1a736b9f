create or replace function worker.file_versions_retire(
  p_tenant text, p_after text, p_limit integer)
returns text
language plpgsql volatile as $$
declare
  v_kept integer;
  v_ids text[];
  v_files app.files[];
  v_keys text[];
  v_bytes bigint;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select (s.governance->>'version_retention')::integer into v_kept
  from app.tenant_settings s where s.tenant_id = p_tenant;
  if v_kept is null then return null; end if;
  v_ids := array(
    select f.id from app.files f
    where f.tenant_id = p_tenant and f.id > p_after order by f.id limit p_limit);
  -- Locked: who brings an old version back holds the file, and finds its bytes.
  v_files := array(
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = p_tenant and f.id = any (v_ids) and f.version > v_kept + 1
      and exists (
        select 1 from app.file_versions v
        where v.tenant_id = p_tenant and v.file_id = f.id and v.version < f.version - v_kept)
    order by f.id for update skip locked);
  if v_files <> '{}' then
    with gone as (
      delete from app.file_versions v using unnest(v_files) f
      where v.tenant_id = p_tenant and v.file_id = f.id and v.version < f.version - v_kept
      returning v.storage_key, v.size_bytes)
    select array_agg(distinct g.storage_key), sum(g.size_bytes) into v_keys, v_bytes from gone g;
    perform app.blobs_release(p_tenant, v_keys, v_bytes);
  end if;
  if cardinality(v_ids) < p_limit then return null; end if;
  return v_ids[p_limit];
end $$;
comment on function worker.file_versions_retire is
  'Removes what versions the next p_limit files have beyond their tenant''s version_retention, '
  'never the present one: those after p_after, which is the answer before (empty at first); null '
  'when there are no more. Files that someone is changing have their turn an hour later';
