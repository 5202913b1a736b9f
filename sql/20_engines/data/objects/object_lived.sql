create or replace function app.object_lived(
  p_tenant text, p_type_id text, p_id text, p_moment timestamptz)
returns boolean
language plpgsql stable as $$
declare
  v_object app.objects;
  v_past record;
begin
  select * into v_object from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = p_id;
  if not found then return false; end if;
  v_past := app.object_past(v_object, p_moment);
  return coalesce(not (v_past.state).is_deleted, false);
end $$;
comment on function app.object_lived is 'Tells whether an object was there at a moment, and not in the trash';
