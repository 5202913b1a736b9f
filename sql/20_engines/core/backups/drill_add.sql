create or replace function app.drill_add(p_result jsonb)
returns void
language plpgsql volatile as $$
declare v_most constant integer := 200;
begin
  insert into app.drills (id, started_at, ok, result)
  values (p_result->>'id', (p_result->>'started_at')::timestamptz, (p_result->>'ok')::boolean,
    p_result - '{id,started_at,ok}'::text[]);
  delete from app.drills d where d.id in (
    select o.id from app.drills o order by o.started_at desc, o.id desc offset v_most);
end $$;
comment on function app.drill_add is
  'Keeps the result of a drill {id, started_at, ok, …}, and the newest 200 of all';
