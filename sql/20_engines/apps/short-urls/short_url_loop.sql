create or replace function app.short_url_loop(p_path text)
returns void
language plpgsql immutable as $$
begin
  perform app.invalid(p_path, 'loop',
    'leads to a short URL again. Name the page that it is to end at');
end $$;
comment on function app.short_url_loop is '400 for a target that is a short URL itself';
