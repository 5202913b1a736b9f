create or replace function worker.blobs_claim(p_tenant text, p_limit integer)
returns text[]
language plpgsql volatile as $$
declare
  v_keys text[];
  v_needed text[];
  v_going text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  v_keys := array(
    select b.storage_key from app.blobs b
    where b.tenant_id = p_tenant and b.unused_since is not null
    order by b.unused_since limit p_limit for update skip locked);
  if v_keys = '{}' then return null; end if;
  -- A statement of its own: it sees what was committed before the rows were locked. From then on
  -- no one comes to need them (app.blob_keep locks them too, and passes those by that go).
  v_needed := array(
    select v.storage_key from app.file_versions v
    where v.tenant_id = p_tenant and v.storage_key = any (v_keys)
    union
    select e.storage_key from app.exports e
    where e.tenant_id = p_tenant and e.storage_key = any (v_keys));
  v_going := array(select k from unnest(v_keys) k where k <> all (v_needed));
  update app.blobs b set unused_since = null
  where b.tenant_id = p_tenant and b.storage_key = any (v_needed);
  update app.blobs b set is_going = true
  where b.tenant_id = p_tenant and b.storage_key = any (v_going);
  return array(
    select unnest(v_going)
    union all
    select v.variant_key from app.file_variants v
    where v.tenant_id = p_tenant and v.storage_key = any (v_going));
end $$;
comment on function worker.blobs_claim is
  'Up to p_limit of a tenant''s bytes that no version and no export needs any more, with the images made of them: '
  'the keys to remove from the storage, before worker.blobs_gone; null when there is nothing more to '
  'look at. Safe to repeat: what was claimed and not removed is claimed again';
