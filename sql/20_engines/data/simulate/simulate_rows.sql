create or replace function app.simulate_rows(p_type app.object_types, args jsonb)
returns app.objects[]
language plpgsql stable as $$
begin
  if args ? 'sample_data' then
    return array(
      select app.simulate_object(p_type, s)
      from jsonb_array_elements(args->'sample_data') with ordinality e(s, n) order by n);
  end if;
  -- Those that who asks may see, and no others.
  return app.objects_find(p_type, app.compile_filter(p_type, null, null), 'id', true, null,
    (args->>'limit')::integer);
end $$;
comment on function app.simulate_rows is
  'The rows of a simulation: sample_data, or the newest live objects of the type';
