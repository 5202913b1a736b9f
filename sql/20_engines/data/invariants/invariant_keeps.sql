create or replace function app.invariant_keeps(p_left jsonb, p_operator text, p_right jsonb)
returns boolean
language plpgsql immutable as $$
declare
  v_left numeric := app.value_amount(p_left);
  v_right numeric := app.value_amount(p_right);
  v_order integer;
begin
  if p_left is null or p_right is null then return p_operator = 'neq'; end if;
  if p_left ?| '{mixed,too_many}' or p_right ?| '{mixed,too_many}' then return false; end if;
  if v_left is not null and v_right is not null then
    if app.value_currency(p_left) <> app.value_currency(p_right) and '' not in (app.value_currency(p_left), app.value_currency(p_right)) then
      return false;
    end if;
    v_order := sign(v_left - v_right);
  elsif jsonb_typeof(p_left) <> jsonb_typeof(p_right) then
    return p_operator = 'neq';
  else
    v_order := case when p_left #>> '{}' = p_right #>> '{}' then 0 when p_left #>> '{}' < p_right #>> '{}' collate "C" then -1 else 1 end;
  end if;
  return case p_operator when 'eq' then v_order = 0 when 'neq' then v_order <> 0 when 'lt' then v_order < 0 when 'lte' then v_order <= 0
    when 'gt' then v_order > 0 else v_order >= 0 end;
end $$;
comment on function app.invariant_keeps is
  'Whether a comparison of a rule holds: numbers exactly, amounts within one currency; what is missing fails all but neq';
