create or replace function app.policy_check(
  p_type app.object_types, p_action text, p_objects app.objects[],
  p_member text default 'condition')
returns void
language plpgsql stable as $$
declare
  v_filter app.filter := app.policy_filter(p_type, p_action, p_member);
  v_denied app.objects;
begin
  if v_filter.condition is null then return; end if;
  select o.* into v_denied from unnest(p_objects) o
  where app.filter_holds(v_filter, o) is not true limit 1;
  if v_denied.id is null then return; end if;
  perform app.policy_deny(p_type, p_action, v_denied, p_member);
end $$;
comment on function app.policy_check is
  '403 POLICY_DENIED unless the policies of a type let the caller do something with all of these '
  'objects; p_member is "check" for what an update makes of them';
