create or replace function app.invariant_overlaps(
  p_invariant app.invariants, p_overlap jsonb, p_ids text[], p_match jsonb)
returns table (id text, reason text)
language plpgsql stable as $$
declare
  v_when app.filter := jsonb_populate_record(null::app.filter, p_invariant.compiled->'when');
  v_from text := p_overlap->>'from';
  v_to text := p_overlap->>'to';
  v_kind text := case p_overlap->>'kind' when 'number' then 'number' else 'string' end;
  v_is_closed boolean := p_overlap->'is_closed';
begin
  return query
    with intervals as (
      select o.id::text as id, case when jsonb_typeof(o.properties->v_from) = v_kind then o.properties->v_from end as low,
        case when jsonb_typeof(o.properties->v_to) = v_kind then o.properties->v_to end as high
      from app.objects o
      where o.tenant_id = p_invariant.tenant_id and o.object_type_id = p_invariant.object_type_id and o.id = any (p_ids)
        and not o.is_deleted and o.properties @> p_match
        and case when v_when.condition is null then true else app.filter_holds(v_when, row(o.*)::app.objects) end),
    ends as (
      select i.id, coalesce(app.value_number(i.low), 0) as low, coalesce(app.value_number(i.high), 0) as high,
        case when v_kind = 'string' then i.low #>> '{}' end collate "C" as low_text,
        case when v_kind = 'string' then i.high #>> '{}' end collate "C" as high_text, i.low is null or i.high is null as is_missing
      from intervals i),
    placed as (
      select e.*, lead(e.low) over w as next_low, lead(e.low_text) over w as next_low_text,
        max(e.high) over before as past, max(e.high_text) over before as past_text
      from ends e where not e.is_missing
      window w as (order by e.low, e.low_text, e.high, e.high_text, e.id),
        before as (order by e.low, e.low_text, e.high, e.high_text, e.id rows between unbounded preceding and 1 preceding))
    select e.id, 'no_interval' from ends e where e.is_missing
    union all
    select p.id, case when p.low > p.high or p.low_text > p.high_text then 'no_interval' end from placed p
    where p.low > p.high or p.low_text > p.high_text
      or case when v_kind = 'string' then p.past_text > p.low_text or p.next_low_text < p.high_text
          or v_is_closed and (p.past_text = p.low_text or p.next_low_text = p.high_text)
        else p.past > p.low or p.next_low < p.high or v_is_closed and (p.past = p.low or p.next_low = p.high) end
    order by 1;
end $$;
comment on function app.invariant_overlaps is
  'Objects of a group whose interval has a part in common with that of another one, or, for the reason no_interval, ends before it begins or lacks an end';
