create or replace function app.function_env_check(p_function app.functions)
returns void
language plpgsql stable as $$
declare
  v_reader jsonb;
  v_owner jsonb;
begin
  if p_function.env = '{}' then return; end if;
  select r, o into v_reader, v_owner
  from jsonb_array_elements(p_function.authors->'env') o
  cross join jsonb_array_elements(
    (p_function.authors->'code') || (p_function.authors->'hosts')) r
  where not app.party_covers(p_function.tenant_id, r, o) limit 1;
  if not found then return; end if;
  perform app.fail(403, 'FORBIDDEN', format('The values of env were set by %s %s, who has more '
    'rights than %s %s, the author of the code or allowed_hosts that would read them. Send code, '
    'allowed_hosts and every name of env together, or have someone with the same rights send them.',
    v_owner->>'type', v_owner->>'id', v_reader->>'type', v_reader->>'id'),
    jsonb_build_object('env', v_owner, 'code', v_reader), 'env');
end $$;
comment on function app.function_env_check is
  'Refuses with 403 when the code of a function, or where it may send things, was written by '
  'someone who may do less than those who set its env: such code would read secrets that were not '
  'given to its author';
