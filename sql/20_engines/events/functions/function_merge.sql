create or replace function app.function_merge(p_old app.functions, args jsonb)
returns app.functions
language plpgsql stable as $$
declare v_new app.functions := p_old;
begin
  v_new.name := coalesce(args->>'name', p_old.name);
  v_new.code := coalesce(args->>'code', p_old.code);
  v_new.runtime := coalesce(p_old.runtime, args->>'runtime', 'javascript');
  v_new.is_enabled := coalesce((args->>'enabled')::boolean, p_old.is_enabled, true);
  v_new.timeout_ms := coalesce((args->>'timeout_ms')::integer, p_old.timeout_ms, 5000);
  v_new.memory_mb := coalesce((args->>'memory_mb')::integer, p_old.memory_mb, 32);
  v_new.version := case when v_new.code is distinct from p_old.code
    then coalesce(p_old.version, 0) + 1 else p_old.version end;
  if args ? 'description' then v_new.description := args->>'description'; end if;
  v_new.allowed_hosts := coalesce(p_old.allowed_hosts, '{}');
  if args ? 'allowed_hosts' then
    v_new.allowed_hosts := array(
      select distinct lower(h) from jsonb_array_elements_text(args->'allowed_hosts') h order by 1);
  end if;
  -- Values sealed by the doorway are put in, values that are null in the request are removed.
  v_new.env := (coalesce(p_old.env, '{}') || coalesce(args #> '{made,env}', '{}'))
    - array(select e.key from jsonb_each(args->'env') e where e.value = 'null');
  if (select count(*) from jsonb_object_keys(v_new.env)) > 50 then
    perform app.invalid('env', 'too_many', 'must not have more than 50 names');
  end if;
  v_new := app.function_merge_trigger(v_new, args);
  v_new.authors := app.function_authored(p_old, args);
  if v_new.authors is not distinct from p_old.authors
    and not args ?| '{code,allowed_hosts,trigger_event}' then
    return v_new;
  end if;
  v_new.actor := app.author();
  if v_new.authors - 'trigger' is distinct from p_old.authors - 'trigger'
    or args ?| '{code,allowed_hosts}' then
    perform app.function_env_check(v_new);
  end if;
  if v_new.trigger_event is not null then
    perform app.events_check(array[v_new.trigger_event], 'trigger_event');
  end if;
  return v_new;
end $$;
comment on function app.function_merge is
  'Returns a function with the changes of a request put in and checked; not stored yet';
