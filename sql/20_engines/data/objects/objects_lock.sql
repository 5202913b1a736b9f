create or replace function app.objects_lock(
  p_type app.object_types, p_ids text[], p_is_deleted boolean)
returns app.objects[]
language plpgsql volatile as $$
declare
  v_objects app.objects[] := app.objects_take(p_type, p_ids, p_is_deleted);
  v_filter app.filter;
begin
  if not app.type_is_guarded(p_type.policies, p_type.user_access) then return v_objects; end if;
  v_filter := app.policy_filter(p_type, 'select');
  return array(
    select v_objects[i] from generate_subscripts(v_objects, 1) i
    where app.filter_holds(v_filter, v_objects[i]) order by i);
end $$;
comment on function app.objects_lock is
  'Objects by id, locked in id order (so that two batches cannot block each other): '
  'live, in the trash, or either (null); only those that the caller may see';
