create or replace function app.role_hint(p_given text, p_roles text[])
returns text
language sql stable as $$
  select case when app.may_know('auth', 'roles:manage') then app.nearest_hint(p_given, p_roles) else '' end
$$;
comment on function app.role_hint is
  'The end of a message about an unknown role: the one that was probably meant, for those who may list the roles';
