create or replace function app.nearest_name(p_given text, p_known text[])
returns text
language plpgsql immutable as $$
declare
  v_plain constant text := regexp_replace(lower(p_given), '[^[:alnum:]]', '', 'g');
  v_least integer := least(2, length(v_plain) / 3) + 1;
  v_nearest text;
  v_beginning text[] := '{}';
  v_name text;
  v_other text;
  v_slips integer;
begin
  if length(p_given) > 63 then return null; end if;
  foreach v_name in array coalesce(p_known[:1000], '{}') loop
    v_other := regexp_replace(lower(v_name), '[^[:alnum:]]', '', 'g');
    if regexp_replace(regexp_replace(v_plain, 'ies$', 'y'), 's$', '')
      = regexp_replace(regexp_replace(v_other, 'ies$', 'y'), 's$', '') then
      return v_name;
    end if;
    if abs(length(v_plain) - length(v_other)) < v_least then
      v_slips := app.slips(v_plain, v_other, v_least);
      if v_slips < v_least then
        v_least := v_slips;
        v_nearest := v_name;
      end if;
    end if;
    if least(length(v_plain), length(v_other)) >= 4
      and (starts_with(v_other, v_plain) or starts_with(v_plain, v_other)) then
      v_beginning := v_beginning || v_name;
    end if;
  end loop;
  return coalesce(v_nearest, case when cardinality(v_beginning) = 1 then v_beginning[1] end);
end $$;
comment on function app.nearest_name is
  'The known name that was probably meant, by the rule of src/ground/shapes/nearest.ts; null where none is close';
