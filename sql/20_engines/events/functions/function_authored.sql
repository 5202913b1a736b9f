create or replace function app.function_authored(p_old app.functions, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_authors jsonb := coalesce(p_old.authors,
    '{"code": [], "hosts": [], "env": [], "trigger": []}');
  v_old text[] := array(select jsonb_object_keys(coalesce(p_old.env, '{}')));
  v_names text[] := array(
    select jsonb_object_keys(coalesce(args->'env', '{}') || coalesce(args #> '{made,env}', '{}')));
begin
  -- A part that is sent again, though it says the same, is the sender's from then on.
  if args ? 'code' then
    v_authors := app.authors_set(v_authors, 'code',
      args #> '{made,is_restored}' is distinct from 'true');
  end if;
  if args ? 'allowed_hosts' then
    v_authors := app.authors_set(v_authors, 'hosts');
  end if;
  if args ?| '{trigger_type,trigger_event,object_type_id,cron_expression,run_at,timezone}' then
    v_authors := app.authors_set(v_authors, 'trigger');
  end if;
  -- Of env, those of the names that are not sent stay its authors as well.
  if v_names <> '{}' or v_old = '{}' and args #> '{made,has_env}' = 'true' then
    v_authors := app.authors_set(v_authors, 'env', v_old <@ v_names);
    if jsonb_array_length(v_authors->'env') > 20 then
      perform app.fail(409, 'INVALID_STATE', 'More than 20 authors have set parts of the env of '
        'this function. Send all of its names together.', '{"max": 20}', 'env');
    end if;
  end if;
  return v_authors;
end $$;
comment on function app.function_authored is
  'Returns the authors of each part of a function, {code, env, hosts, trigger: [{type, id}]}, '
  'once the caller has changed it; empty where a part was never set';
