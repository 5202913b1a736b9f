create or replace function app.function_authored(p_old app.functions, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_authors jsonb := coalesce(p_old.authors, '{}');
  v_is_new boolean := p_old.code is null;
begin
  -- A part that is sent again, though it says the same, is the sender's from then on.
  if v_is_new or args ? 'code' then v_authors := app.authors_set(v_authors, 'code'); end if;
  if v_is_new or args ? 'allowed_hosts' then
    v_authors := app.authors_set(v_authors, 'hosts');
  end if;
  if v_is_new or args ? 'env' then v_authors := app.authors_set(v_authors, 'env', false); end if;
  if v_is_new or args ?| '{trigger_type,trigger_event,object_type_id,cron_expression,run_at,timezone}'
  then
    v_authors := app.authors_set(v_authors, 'trigger');
  end if;
  return v_authors;
end $$;
comment on function app.function_authored is
  'Who has last written each part of a function, {code, env, hosts, trigger: [{type, id}]}, once the '
  'caller has changed it';
