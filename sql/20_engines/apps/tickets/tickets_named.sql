create or replace function app.tickets_named(p_numbers bigint[], p_text text, args jsonb)
returns bigint[]
language plpgsql stable as $$
declare
  v_number bigint := case when p_text ~ '^#?\d{1,15}$' then ltrim(p_text, '#')::bigint end;
  v_part text := app.like_part(p_text);
begin
  return array(
    select t.number from app.tickets t
    where t.number = any (p_numbers || v_number) and (t.number = v_number or t.subject ilike v_part)
      and app.ticket_matches(row(t.*)::app.tickets, args)
    order by t.number desc);
end $$;
comment on function app.tickets_named is
  'Those of the tickets with these numbers whose subject holds a text, and the one whose number it is, if it matches args too';
