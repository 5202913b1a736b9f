create or replace function app.rewind_line(p_now timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (
    select l.first_place + 4294967296 + app.rewind_pace(greatest(p_now, l.seen_at) - l.first_at)
    from private.lineage l);
end $$;
comment on function app.rewind_line is
  'A place above all that may have been handed out until p_now, in whichever branch of the database''s history and after '
  'however many rewinds: it rises with the clock, from 2^32 above the first place, at app.rewind_pace. So it reaches 2^48 '
  'after 68 years, however often the database goes back';
