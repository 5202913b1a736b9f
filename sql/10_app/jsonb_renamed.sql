create or replace function app.jsonb_renamed(p_names jsonb, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select to_jsonb(array(
    select case when n.name = p_old then p_new else n.name end
    from jsonb_array_elements_text(p_names) with ordinality n(name, place) order by n.place))
$$;
comment on function app.jsonb_renamed is 'A list of names with a new name for one of them';
