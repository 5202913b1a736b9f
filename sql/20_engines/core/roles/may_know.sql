create or replace function app.may_know(p_scope text, p_permission text)
returns boolean
language sql stable as $$
  select not exists (
    select 1 from app.parties() p
    where not case when p ? 'permissions'
      then app.permission_covers(array(select jsonb_array_elements_text(p->'permissions')), p_permission)
      else app.scope_covers(array(select jsonb_array_elements_text(p->'scopes')), p_scope) end)
$$;
comment on function app.may_know is
  'Whether the present principal may do what needs a permission, of others than users a scope, and so may everyone who wrote '
  'a part of what acts: says no error, as app.act_check does';
