create or replace function app.object_type_hold_deep(
  p_tenant text, p_reference text, p_ids text[])
returns app.object_types
language plpgsql volatile as $$
declare v_type app.object_types := app.object_type_hold(p_tenant, p_reference);
begin
  if v_type.has_cascade then perform app.cascade_lock(v_type, p_ids); end if;
  return v_type;
end $$;
comment on function app.object_type_hold_deep is
  'app.object_type_hold for a delete: where deletes cascade, everything that may go is locked '
  'first, in one order, before the objects themselves';
