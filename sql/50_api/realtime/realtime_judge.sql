create or replace function api.realtime_judge(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_places text[] := array(select jsonb_array_elements_text(args->'seqs'));
  v_xids xid8[] := array(select split_part(s, '-', 1)::xid8 from unnest(v_places) s);
  v_ids text[] := array(select 'evt_' || split_part(s, '-', 2) from unnest(v_places) s);
begin
  return app.realtime_judged(tenant, array(
    select j from unnest(v_xids, v_ids) p(xid, id)
    cross join lateral (
      select row(j.*)::app.journal as j from app.journal j
      where j.tenant_id = tenant and j.xid = p.xid and j.id = p.id offset 0) j
    order by p.xid, p.id), args->'filters', false);
end $$;
comment on function api.realtime_judge is
  'Which of some events a listener may hear, and which their filters let through';
