create or replace function api.announcement_current(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := now();
  v_rows app.announcements[] := array(
    select row(a.*)::app.announcements from app.announcements a
    where a.ends_at > v_now and a.starts_at <= v_now
    order by a.ends_at desc limit 100);  -- by the index, past all that have ended
begin
  return app.listed((
      select json_agg(json_build_object('id', a.id, 'title', a.title, 'body', a.body,
        'level', a.level, 'starts_at', a.starts_at, 'ends_at', nullif(a.ends_at, 'infinity'))
        order by a.starts_at desc, a.id desc)
      from unnest(v_rows) a),
    cardinality(v_rows));
end $$;
comment on function api.announcement_current is 'List current announcements';
