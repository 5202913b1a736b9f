create or replace function app.form_origin_check(p_settings jsonb, p_origin text)
returns void
language plpgsql immutable as $$
begin
  if p_origin is null or p_settings->'allowed_origins' in ('[]', 'null')
    or p_settings->'allowed_origins' ? p_origin then
    return;
  end if;
  perform app.fail(403, 'FORBIDDEN', 'This form does not accept submissions from pages of this origin.',
    '{"setting": "allowed_origins"}');
end $$;
comment on function app.form_origin_check is
  'Refuses with 403 a browser whose page is of another origin than those that a form allows; others say no origin';
