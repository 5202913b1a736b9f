create or replace function app.exports_release(p_tenant text, p_exports app.exports[])
returns void
language plpgsql volatile as $$
declare v_keys text[] := array(select e.storage_key from unnest(p_exports) e where e.storage_key is not null);
begin
  -- No quota counts what exports take: they go by themselves.
  if v_keys <> '{}' then perform app.blobs_release(p_tenant, v_keys, 0); end if;
end $$;
comment on function app.exports_release is
  'The bytes of deleted exports are marked: their removal checks whether others need them';
