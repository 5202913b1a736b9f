create or replace function app.record_room(p_tenant text, p_bytes bigint)
returns void
language sql volatile as $$
  insert into app.storage_usage as u (tenant_id, bytes) values (p_tenant, p_bytes)
  on conflict (tenant_id) do update set bytes = u.bytes + p_bytes
$$;
comment on function app.record_room is 'Counts the bytes of a restored file: the operator restores it, so no quota refuses it';
