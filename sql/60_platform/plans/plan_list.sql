create or replace function platform.plan_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.listed((
      select json_agg(app.plan_json(row(p.*)::app.plans) order by p.price_month, p.plan_tier)
      from app.plans p),
    (select count(*) from app.plans p));
end $$;
comment on function platform.plan_list is 'List plans, cheapest first';
