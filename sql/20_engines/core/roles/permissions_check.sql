create or replace function app.permissions_check(p_permissions text[])
returns void
language plpgsql stable as $$
declare
  v_held text[] := app.caller_permissions();
  v_bad text;
begin
  select p into v_bad from unnest(p_permissions) p
  where p !~ '^(\*|[a-z][a-z_]{0,39}:(\*|[a-z][a-z_]{0,39})(:[a-zA-Z0-9_-]{1,80})?)$' limit 1;
  if v_bad is not null then
    perform app.invalid('permissions', 'invalid_permission', format(
      '%s is not a permission. Write <resource>:<action>[:<object type>], such as '
      'objects:write:invoices, files:* or *', left(v_bad, 60)));
  end if;
  select p into v_bad from unnest(p_permissions) p
  where not app.permission_holds(v_held, p) limit 1;
  if v_bad is not null then
    perform app.fail(403, 'FORBIDDEN', format(
      'You cannot grant the permission %s, because you do not hold it yourself.', v_bad),
      jsonb_build_object('required', v_bad), 'permissions');
  end if;
end $$;
comment on function app.permissions_check is
  'Refuses what is not a permission with 400, and one that the caller does not hold with 403';
