create or replace function app.range_check(args jsonb, p_from date, p_to date)
returns void
language plpgsql immutable as $$
begin
  if p_from <= p_to then return; end if;
  if args->>'to' is null then
    perform app.invalid('from', 'too_late', format('must not be after %s, the default of to', p_to));
  end if;
  perform app.invalid('to', 'too_early', 'must not be before from');
end $$;
comment on function app.range_check is 'Refuses with 400 a range of days that ends before it begins, by the one that was sent';
