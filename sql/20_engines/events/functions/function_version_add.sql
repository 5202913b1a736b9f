create or replace function app.function_version_add(p_function app.functions)
returns void
language sql volatile as $$
  insert into app.function_versions (tenant_id, function_id, version, code, created_by,
    authors)
  values (p_function.tenant_id, p_function.id, p_function.version, p_function.code, app.actor(),
    p_function.authors->'code')
$$;
comment on function app.function_version_add is 'Keeps the present code of a function as a version';
