create or replace function api.form_analytics(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_form app.forms := app.form_find(tenant, args->>'form_id');
  v_all jsonb := (
    select coalesce(json_object_agg(n.key, n.hits)::jsonb, '{}') from (
      select e.key, sum(e.value::bigint) as hits
      from app.form_counts c cross join lateral jsonb_each_text(c.counts) e
      where c.tenant_id = tenant and c.form_id = v_form.id group by e.key) n);
  v_views bigint := coalesce((v_all->>'view')::bigint, 0);
  v_submissions bigint := coalesce((v_all->>'submission')::bigint, 0);
begin
  return json_build_object('views', v_views, 'starts', coalesce((v_all->>'start')::bigint, 0),
    'submissions', v_submissions, 'spam', coalesce((v_all->>'spam')::bigint, 0),
    'conversion_rate', case when v_views = 0 then 0
      else round(least(1, v_submissions::numeric / v_views), 4) end,
    'completion_time_ms_p50', (
      -- Of the last thousand, which says more of the form as it is.
      select round(percentile_cont(0.5) within group (order by s.completion_ms))
      from (
        select s.completion_ms from app.form_submissions s
        where s.tenant_id = tenant and s.form_id = v_form.id order by s.id desc limit 1000) s),
    'by_day', (
      select coalesce(json_agg(json_build_object('date', d.day, 'views', d.views,
        'starts', d.starts, 'submissions', d.submissions) order by d.day), '[]')
      from (
        select c.day, coalesce(sum((c.counts->>'view')::bigint), 0)::bigint as views,
          coalesce(sum((c.counts->>'start')::bigint), 0)::bigint as starts,
          coalesce(sum((c.counts->>'submission')::bigint), 0)::bigint as submissions
        from app.form_counts c
        where c.tenant_id = tenant and c.form_id = v_form.id and c.day > '-infinity'
        group by c.day) d),
    'by_field', (
      select coalesce(json_object_agg(f->>'name', json_build_object(
        'filled', coalesce((v_all->>('filled:' || (f->>'name')))::bigint, 0),
        'dropped', coalesce((v_all->>('dropped:' || (f->>'name')))::bigint, 0)) order by n), '{}')
      from jsonb_array_elements(v_form.fields) with ordinality x(f, n)
      where f->>'type' <> 'section'),
    'sources', (
      select coalesce(json_agg(json_build_object('source', nullif(substr(s.key, 8), ''),
        'submissions', s.value::bigint) order by s.value::bigint desc, s.key), '[]')
      from (
        select e.key, e.value from jsonb_each_text(v_all) e where e.key like 'source:%'
        order by e.value::bigint desc, e.key limit 100) s));
end $$;
comment on function api.form_analytics is 'Get form analytics';
