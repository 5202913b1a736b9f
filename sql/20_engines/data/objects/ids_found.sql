create or replace function app.ids_found(p_path text, p_ids text[], p_objects app.objects[])
returns void
language plpgsql immutable as $$
declare v_missing text[] := array(
  select id from unnest(p_ids) id except all select o.id from unnest(p_objects) o);
begin
  if cardinality(v_missing) = 0 then return; end if;
  perform app.fail(404, 'NOT_FOUND',
    format('There is no object %s here, so nothing was changed. Leave it out and repeat the '
      'request.', left(v_missing[1], 100)),
    jsonb_build_object('resource', 'object',
      'path', format('%s[%s]', p_path, array_position(p_ids, v_missing[1]) - 1),
      'missing', v_missing));
end $$;
comment on function app.ids_found is
  'Refuses with 404 and names the objects of a batch that do not exist';
