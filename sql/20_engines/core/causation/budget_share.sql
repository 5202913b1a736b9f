create or replace function app.budget_share(p_tenant text, p_what text, p_roots uuid[])
returns boolean[]
language plpgsql volatile as $$
declare
  v_rooms jsonb := '{}';
  v_fits boolean[] := '{}';
  v_root text;
begin
  for i in 1 .. coalesce(cardinality(p_roots), 0) loop
    v_root := p_roots[i];
    if v_root is not null and not v_rooms ? v_root then
      v_rooms := v_rooms
        || jsonb_build_object(v_root, app.budget_room(p_tenant, v_root::uuid, p_what));
    end if;
    v_fits := v_fits || coalesce((v_rooms->>v_root)::integer > 0, true);
    if v_root is not null and v_fits[i] then
      v_rooms := v_rooms || jsonb_build_object(v_root, (v_rooms->>v_root)::integer - 1);
      perform app.budget_add(p_tenant, v_root::uuid, p_what, 1);
    end if;
  end loop;
  return v_fits;
end $$;
comment on function app.budget_share is
  'Of things that are to be made, one for each root (null for what is not counted), which are within '
  'the budget of their root; those are counted';
