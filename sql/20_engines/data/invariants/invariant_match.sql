create or replace function app.invariant_match(p_names jsonb, p_key jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  if p_names is null or p_names = '[]' then return '{}'; end if;
  return (
    select json_object_agg(n.name, p_key->(n.o::integer - 1))::jsonb
    from jsonb_array_elements_text(p_names) with ordinality n(name, o));
end $$;
comment on function app.invariant_match is 'The values of a group as properties that each of its objects contains';
