create or replace function app.taken(p_field text, p_value text, p_resource text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(409, 'ALREADY_EXISTS',
    format('The %s %s is taken by another %s. Choose another.', p_field, p_value, p_resource),
    jsonb_build_object('field', p_field, 'value', p_value), p_field);
end $$;
comment on function app.taken is 'Refuses with 409 ALREADY_EXISTS a name that is taken';
