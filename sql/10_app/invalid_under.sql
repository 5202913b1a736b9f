create or replace function app.invalid_under(p_path text, p_message text, p_detail jsonb)
returns void
language plpgsql immutable as $$
declare
  v_param text := p_detail->>'param';
  v_details jsonb := p_detail->'details';
  v_prefix text := p_path || '.';
begin
  if v_param is null or starts_with(v_param, p_path) then
    perform app.fail(400, p_detail->>'code', p_message, v_details, v_param);
  end if;
  if jsonb_typeof(v_details) = 'array' then
    v_details := (
      select jsonb_agg(d.detail || jsonb_build_object('path', concat(v_prefix, d.detail->>'path')))
      from jsonb_array_elements(v_details) d(detail));
  end if;
  perform app.fail(400, p_detail->>'code',
    case when starts_with(p_message, v_param || ':') then v_prefix else '' end || p_message, v_details, v_prefix || v_param);
end $$;
comment on function app.invalid_under is
  'Refuses with a 400 that was caught (its message and detail), the field named as one of the member p_path of what was sent';
