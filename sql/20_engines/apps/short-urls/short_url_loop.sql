create or replace function app.short_url_loop(p_path text)
returns void
language plpgsql immutable as $$
begin
  perform app.invalid(p_path, 'loop',
    'leads to another short URL. Send the final address');
end $$;
comment on function app.short_url_loop is '400 for a target that is a short URL itself';
