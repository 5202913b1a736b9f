create or replace function app.book_records_find(args jsonb, p_most integer)
returns text[]
language plpgsql stable as $$
declare
  v_from timestamptz := coalesce((args->>'from')::timestamptz, '-infinity');
  v_to timestamptz := coalesce((args->>'to')::timestamptz, 'infinity');
begin
  -- One statement for each index: a plan for all of them would read the whole book for a rare category.
  if args ? 'tenant_id' then
    return array(
      select r.id from app.book_records r
      where r.about_tenant = args->>'tenant_id' and r.occurred_at >= v_from and r.occurred_at < v_to
        and app.book_record_matches(row(r.*)::app.book_records, args)
      order by r.occurred_at desc, r.id desc limit p_most);
  elsif args ? 'category' then
    return array(
      select r.id from app.book_records r
      where r.category = args->>'category' and r.occurred_at >= v_from and r.occurred_at < v_to
        and app.book_record_matches(row(r.*)::app.book_records, args)
      order by r.occurred_at desc, r.id desc limit p_most);
  elsif args ? 'currency' then
    return array(
      select r.id from app.book_records r
      where r.currency = args->>'currency' and r.occurred_at >= v_from and r.occurred_at < v_to
        and app.book_record_matches(row(r.*)::app.book_records, args)
      order by r.occurred_at desc, r.id desc limit p_most);
  elsif args ? 'type' then
    return array(
      select r.id from app.book_records r
      where r.type = args->>'type' and r.occurred_at >= v_from and r.occurred_at < v_to
        and app.book_record_matches(row(r.*)::app.book_records, args)
      order by r.occurred_at desc, r.id desc limit p_most);
  end if;
  return array(
    select r.id from app.book_records r
    where r.occurred_at >= v_from and r.occurred_at < v_to
      and app.book_record_matches(row(r.*)::app.book_records, args)
    order by r.occurred_at desc, r.id desc limit p_most);
end $$;
comment on function app.book_records_find is
  'Ids of records of the operator''s books {type, currency, category, tenant_id, from, to}, the latest first, up to p_most';
