create or replace function app.integration_settle(
  p_row jsonb, p_ours jsonb, p_base jsonb, p_seen jsonb, p_is_theirs boolean,
  out item jsonb, out is_pending boolean, out said jsonb)
language plpgsql immutable as $$
declare
  v_name text;
  v_theirs jsonb;
  v_ours jsonb;
  v_both jsonb;
  v_last jsonb;
  v_merged jsonb;
begin
  item := '{}';
  for v_name, v_theirs in select e.key, nullif(e.value, 'null') from jsonb_each(p_row) e loop
    v_ours := p_ours->v_name;
    continue when v_theirs is not distinct from v_ours;
    v_both := nullif(p_base->v_name, 'null');
    v_last := case when p_seen ? v_name then nullif(p_seen->v_name, 'null') else v_both end;
    if (p_seen ? v_name or p_base is not null)
      and (v_theirs is not distinct from v_last or p_base is not null and v_theirs is not distinct from v_both) then
      continue;  -- says what it said, or what it was sent: whatever we have was changed here
    elsif p_is_theirs or p_base is not null and (v_ours is not distinct from v_both or v_ours is not distinct from v_last) then
      item := item || jsonb_build_object(v_name, v_theirs);
    end if;
  end loop;
  v_merged := p_ours || item;
  if p_base is null then
    is_pending := exists (
      select 1 from jsonb_each(p_row) e
      where nullif(e.value, 'null') is distinct from nullif(v_merged->e.key, 'null'));
  else
    is_pending := exists (
      select 1 from jsonb_object_keys(v_merged || p_base) k
      where nullif(v_merged->k, 'null') is distinct from nullif(p_base->k, 'null')
        and not (p_row ? k and nullif(p_row->k, 'null') is not distinct from nullif(v_merged->k, 'null')));
  end if;
  said := coalesce(p_seen, '{}') || p_row;
  if is_pending then said := app.integration_unlike(said, coalesce(p_base, '{}')); end if;
end $$;
comment on function app.integration_settle is
  'Decides the fate of a record (p_row) of an object (p_ours) that both sides had as p_base, when '
  'the source last sent p_seen: item are the properties that are taken over, and is_pending tells '
  'whether a local change is left to send. said is the state of the source, and then no more of it '
  'than differs from p_base. Of each property the rule (p_is_theirs) decides only if it was '
  'changed on both sides';
