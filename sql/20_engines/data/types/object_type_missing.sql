create or replace function app.object_type_missing(p_tenant text, p_reference text, p_param text default null)
returns void
language plpgsql stable as $$
begin
  perform app.fail(404, 'NOT_FOUND', format('There is no object type %s here%s',
    left(p_reference, 100), coalesce(nullif(app.object_type_hint(p_tenant, p_reference), ''), '.')),
    '{"resource": "object_type"}', p_param);
end $$;
comment on function app.object_type_missing is
  'Refuses with 404 NOT_FOUND an object type, with the name that was probably meant where the caller may know it';
