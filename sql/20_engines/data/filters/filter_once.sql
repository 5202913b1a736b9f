create or replace function app.filter_once(p_filter app.filter, p_path text)
returns void
language plpgsql stable as $$
begin
  if app.filter_price(p_filter) > 1000 then
    perform app.fail(400, 'FILTER_TOO_EXPENSIVE', format('%s: checking an event against these '
      'conditions would take more than a millisecond. Use fewer or shorter patterns.', p_path),
      '{"reason": "price"}', p_path);
  end if;
end $$;
comment on function app.filter_once is
  'Refuses with 400 FILTER_TOO_EXPENSIVE conditions that every event will be checked against, '
  'when one check takes more than a millisecond';
