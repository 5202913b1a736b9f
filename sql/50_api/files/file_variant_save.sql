create or replace function api.file_variant_save(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_key text := args->>'source_key';
  v_name text := args->>'name';
  v_made jsonb := args->'made';
  v_count integer := args->'keep'->'count';
  v_bytes bigint := args->'keep'->'bytes';
  v_lost text := args->>'lost';
  v_variant app.file_variants;
  v_outdated text[];
begin
  -- Locked: who saves variants of the same bytes counts one after the other, and the bytes stay.
  perform from app.blobs b
  where b.tenant_id = tenant and b.storage_key = v_key and not b.is_going for update;
  if not found then perform app.not_found('file', args->>'file_id'); end if;
  insert into app.file_variants as v (tenant_id, storage_key, name, variant_key, mime_type,
    size_bytes, checksum, width, height, created_at)
  values (tenant, v_key, v_name, v_made->>'storage_key', v_made->>'mime_type',
    (v_made->>'size_bytes')::bigint, v_made->>'checksum', (v_made->>'width')::integer,
    (v_made->>'height')::integer, clock_timestamp())
  on conflict (tenant_id, storage_key, name) do update set variant_key = excluded.variant_key,
    size_bytes = excluded.size_bytes, checksum = excluded.checksum, created_at = excluded.created_at
  where v.variant_key = v_lost;
  select * into v_variant from app.file_variants v
  where v.tenant_id = tenant and v.storage_key = v_key and v.name = v_name;
  with gone as (
    delete from app.file_variants v
    where v.tenant_id = tenant and v.storage_key = v_key and v.name = any (array(
      select o.name from (
        select k.name, row_number() over newest as count, sum(k.size_bytes) over newest as bytes
        from app.file_variants k where k.tenant_id = tenant and k.storage_key = v_key
        window newest as (order by k.created_at desc, k.name)) o
      where o.count > v_count or o.bytes > v_bytes))
    returning v.variant_key)
  select coalesce(array_agg(g.variant_key), '{}') into v_outdated from gone g;
  return json_build_object('variant', app.file_variant_json(v_variant),
    'outdated', to_json(array_remove(v_outdated || v_lost, null)));
end $$;
comment on function api.file_variant_save is
  'Keeps an image that was made of the bytes of a file, for every file that has them; the first '
  'one of a name stays, unless its bytes were lost (args.lost: their key). variant: the one that is '
  'kept; outdated: the keys of those that go, the oldest beyond args.keep {count, bytes}';
