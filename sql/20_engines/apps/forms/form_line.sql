create or replace function app.form_line(
  p_format text, p_names text[], p_submission app.form_submissions)
returns text
language sql stable as $$
  select case p_format
    when 'csv' then concat_ws(',', p_submission.id, to_jsonb(p_submission.created_at) #>> '{}',
      p_submission.status, coalesce(p_submission.object_id, '')) || coalesce((
        select string_agg(',' || case
          when jsonb_typeof(p_submission.data->n) in ('number', 'boolean') then p_submission.data->>n
          when p_submission.data->>n is null then ''
          else app.csv_cell(p_submission.data->>n) end, '' order by i)
        from unnest(p_names) with ordinality x(n, i)), '') || E'\r\n'
    when 'xlsx' then (jsonb_build_array(p_submission.id, p_submission.created_at,
      p_submission.status, p_submission.object_id) || coalesce((
        select json_agg(coalesce(p_submission.data->n, 'null') order by i)::jsonb
        from unnest(p_names) with ordinality x(n, i)), '[]'))::text || E'\n'
    else app.form_submission_json(p_submission)::text || E'\n' end
$$;
comment on function app.form_line is
  'A submission as a line of an export; in csv no spreadsheet runs a cell as a formula';
