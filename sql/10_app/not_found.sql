create or replace function app.not_found(p_resource text, p_reference text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(404, 'NOT_FOUND',
    format('There is no %s %s here.', replace(p_resource, '_', ' '), left(p_reference, 100)),
    jsonb_build_object('resource', p_resource));
end $$;
comment on function app.not_found is
  'Refuses with 404 NOT_FOUND, the same for what does not exist and for what is another tenant''s';
