create or replace function app.slips(p_one text, p_other text, p_limit integer)
returns integer
language plpgsql immutable as $$
declare
  v_one text[] := string_to_array(p_one, null);
  v_other text[] := string_to_array(p_other, null);
  v_above integer[];
  v_before integer[];
  v_row integer[] := array(select generate_series(0, length(p_other)));
  v_least integer;
begin
  for i in 1 .. length(p_one) loop
    v_before := v_above;
    v_above := v_row;
    v_row := array[i];
    v_least := i;
    -- Further from the diagonal it is p_limit at least: that is left null, which least() passes over.
    for j in greatest(1, i - p_limit) .. least(length(p_other), i + p_limit) loop
      v_row[j + 1] := least(v_above[j + 1] + 1, v_row[j] + 1,
        v_above[j] + (v_one[i] <> v_other[j])::integer,
        case when i > 1 and j > 1 and v_one[i] = v_other[j - 1] and v_one[i - 1] = v_other[j]
          then v_before[j - 1] + 1 end);
      v_least := least(v_least, v_row[j + 1]);
    end loop;
    if v_least >= p_limit and i >= p_limit then return p_limit; end if;
  end loop;
  return least(v_row[length(p_other) + 1], p_limit);
end $$;
comment on function app.slips is
  'How many letters have to be put in, left out, replaced or swapped with their neighbour to make one text of another '
  '(optimal string alignment); p_limit or more where it is known to be more';
