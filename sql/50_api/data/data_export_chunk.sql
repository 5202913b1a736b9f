create or replace function api.data_export_chunk(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_export app.exports := app.export_find(tenant, args->>'export_id');
  v_bytes bytea := (
    select c.bytes from app.export_chunks c
    where c.tenant_id = tenant and c.export_id = v_export.id
      and c.position = (args->>'position')::integer);
begin
  return to_json(encode(v_bytes, 'base64'));
end $$;
comment on function api.data_export_chunk is 'A part of the file of an export, in base64; or null';
