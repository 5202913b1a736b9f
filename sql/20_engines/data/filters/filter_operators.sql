create or replace function app.filter_operators()
returns jsonb
language sql immutable as $$
  select '{
    "eq": {"takes": "one", "kinds": ["text", "moment", "number", "boolean", "money", "json"]},
    "in": {"takes": "list", "kinds": ["text", "moment", "number", "boolean", "money", "json"]},
    "lt":          {"takes": "one",  "kinds": ["text", "moment", "number", "money", "json"]},
    "lte":         {"takes": "one",  "kinds": ["text", "moment", "number", "money", "json"]},
    "gt":          {"takes": "one",  "kinds": ["text", "moment", "number", "money", "json"]},
    "gte":         {"takes": "one",  "kinds": ["text", "moment", "number", "money", "json"]},
    "between":     {"takes": "pair", "kinds": ["text", "moment", "number", "money", "json"]},
    "contains":    {"takes": "part", "kinds": ["text", "moment", "json", "array"]},
    "icontains":   {"takes": "text", "kinds": ["text", "moment", "json"]},
    "starts_with": {"takes": "text", "kinds": ["text", "moment", "json"]},
    "ends_with":   {"takes": "text", "kinds": ["text", "moment", "json"]},
    "has_any":     {"takes": "list", "kinds": ["array", "json"]},
    "has_all":     {"takes": "list", "kinds": ["array", "json"]},
    "matches":     {"takes": "text", "kinds": ["text"]},
    "regex":       {"takes": "text", "kinds": ["text", "moment", "json"]},
    "exists":      {"takes": "flag", "kinds": "any"},
    "not_empty":   {"takes": "flag", "kinds": "any"},
    "neq":          {"not": "eq"},
    "nin":          {"not": "in"},
    "not_between":  {"not": "between"},
    "not_contains": {"not": "contains"},
    "is_null":      {"not": "exists"},
    "empty":        {"not": "not_empty"}
  }'::jsonb
$$;
comment on function app.filter_operators is
  'The operators of the filter language: what value each takes and on which kinds of property '
  '(app.filter_field); the last six are the exact complements of others';
