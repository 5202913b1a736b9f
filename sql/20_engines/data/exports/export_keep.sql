create or replace function app.export_keep(p_export app.exports, p_bytes bytea)
returns void
language sql volatile as $$
  insert into app.export_chunks (tenant_id, export_id, position, bytes)
  select p_export.tenant_id, p_export.id, n, substr(p_bytes, n * 1048576 + 1, 1048576)
  from generate_series(0, (length(p_bytes) - 1) / 1048576) n
  where p_bytes <> ''
$$;
comment on function app.export_keep is 'Keeps the whole file of an export, in parts of up to 1 MB';
