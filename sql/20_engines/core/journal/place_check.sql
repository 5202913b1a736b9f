create or replace function app.place_check(p_tenant text, p_place xid8, p_param text default null)
returns void
language plpgsql stable as $$
declare v_rewind jsonb := app.place_rewind(p_tenant, p_place);
begin
  if v_rewind is not null then perform app.rewound(v_rewind, p_param); end if;
end $$;
comment on function app.place_check is
  'Refuses with 410 a place that was handed out in a time that is lost, because the database has gone back (app.rewind)';
