create or replace function app.phone_types_refresh(p_tenant text)
returns void
language plpgsql volatile as $$
declare v_id text;
begin
  for v_id in
    select distinct p.object_type_id from app.properties p
    where p.tenant_id = p_tenant and p.data_type = 'phone' order by 1
  loop
    perform app.object_type_refresh(p_tenant, v_id);
  end loop;
end $$;
comment on function app.phone_types_refresh is
  'Tells every object type with phone numbers that the tenant''s default country changed';
