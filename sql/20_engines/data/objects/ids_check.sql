create or replace function app.ids_check(p_path text, p_field text, p_ids text[])
returns void
language plpgsql immutable as $$
declare v_duplicate integer := (
  select min(i.n) from unnest(p_ids) with ordinality i(id, n)
  where array_position(p_ids, i.id) < i.n);
begin
  if v_duplicate is not null then
    perform app.invalid(
      format('%s[%s].%s', p_path, v_duplicate - 1, p_field), 'duplicate', 'is listed twice');
  end if;
end $$;
comment on function app.ids_check is 'Refuses with 400 a batch that lists an id twice';
