create or replace function app.error_samples_trim(p_tenant text, p_bytes bigint)
returns void
language plpgsql volatile as $$
declare
  v_freed bigint := 0;
  v_sample record;
begin
  for v_sample in
    select s.error_id, s.slot, s.bytes from app.error_samples s
    where s.tenant_id = p_tenant order by s.reported_at, s.error_id, s.slot
  loop
    exit when v_freed >= p_bytes;
    delete from app.error_samples s
    where s.tenant_id = p_tenant and s.error_id = v_sample.error_id and s.slot = v_sample.slot;
    v_freed := v_freed + v_sample.bytes;
  end loop;
  perform app.error_bytes_add(p_tenant, -v_freed);
end $$;
comment on function app.error_samples_trim is
  'Removes the oldest samples of a tenant''s errors until they took p_bytes together; what was counted stays counted. The '
  'lock of app.error_bytes_add keeps others from doing the same';
