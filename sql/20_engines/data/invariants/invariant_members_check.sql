create or replace function app.invariant_members_check(
  p_map jsonb, p_needed text[], p_others text[], p_path text)
returns void
language plpgsql immutable as $$
declare v_name text;
begin
  if jsonb_typeof(p_map) is distinct from 'object' then
    perform app.invalid(p_path, 'invalid_object', 'must be an object');
  end if;
  for v_name in select k from jsonb_object_keys(p_map) k order by k loop
    if v_name <> all (p_needed || p_others) then
      perform app.invalid(p_path || '.' || left(v_name, 100), 'unknown_field',
        'is not known. Send ' || array_to_string(p_needed || p_others, ', '));
    end if;
  end loop;
  foreach v_name in array p_needed loop
    if coalesce(p_map->v_name, 'null') = 'null' then
      perform app.invalid(p_path || '.' || v_name, 'required', 'is required');
    end if;
  end loop;
end $$;
comment on function app.invariant_members_check is
  'Refuses with 400 a part of a rule that lacks a member, or has one that is not known';
