create or replace function app.authors_set(
  p_authors jsonb, p_part text, p_is_whole boolean default true)
returns jsonb
language plpgsql stable as $$
begin
  -- It would act with the rights of the user long after the operator has left.
  if app.principal() ? 'act' then perform auth.reject('IMPERSONATED'); end if;
  return coalesce(p_authors, '{}') || jsonb_build_object(p_part, (
    select json_agg(distinct a)::jsonb
    from (
      select jsonb_array_elements(app.actors())
      union all
      select jsonb_array_elements(p_authors->p_part) where not p_is_whole) s(a)));
end $$;
comment on function app.authors_set is
  'Returns the authors of the parts of something, {part: [{type, id}]}, now that the caller has '
  'written a part: only the caller, or (not p_is_whole) also its earlier authors. 403 for an operator who impersonates '
  'a user: nothing that acts later has them as its author';
