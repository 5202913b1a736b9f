create or replace function app.policy_shows(p_type app.object_types, p_object app.objects)
returns boolean
language plpgsql stable as $$
begin
  if p_type.policies is null then return true; end if;
  return coalesce(app.filter_holds(app.policy_filter(p_type, 'select'), p_object), false);
end $$;
comment on function app.policy_shows is 'Whether the caller may see an object, or a state of one';
