create or replace function app.policy_shows(p_type app.object_types, p_object app.objects)
returns boolean
language plpgsql stable as $$
declare v_part app.filter_part;
begin
  if p_type.policies is null then return true; end if;
  v_part := app.policy_part(p_type, 'select');
  if v_part.condition is null then
    return true;
  elsif v_part.externals = '{}' then  -- the short way of a single read
    return coalesce(jsonb_path_match(p_object.properties,
      ('strict ' || v_part.condition)::jsonpath,
      jsonb_build_object('v', v_part.variables, 'auth', v_part.auth), true), false);
  end if;
  return coalesce(app.filter_holds(app.filter_made(v_part), p_object), false);
end $$;
comment on function app.policy_shows is 'Whether the caller may see an object, or a state of one';
