create or replace function worker.images_forget(p_tenant text, p_keys text[])
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  delete from app.file_variants v
  where v.tenant_id = p_tenant and v.variant_key = any (p_keys);
end $$;
comment on function worker.images_forget is
  'Images whose bytes are lost or damaged: their rows go, so that they are made again on demand';
