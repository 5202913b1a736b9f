/** The names that statements may use, by reason. Each list is the whole of it: what is not here is refused. */

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Functions that look at nothing but their arguments, and change nothing. The size of their results is bounded by the memory of a process (src/db/embedded/settings.ts). */
export const functionsByReason: Record<string, string[]> = {
  'Aggregates: one value of many rows. Without jsonb_agg and jsonb_object_agg, which take quadratic time and cannot be cancelled; json_agg(…)::jsonb gives the same in linear time.':
    words(`count sum avg min max bool_and bool_or every bit_and bit_or array_agg
    string_agg json_agg json_object_agg stddev stddev_pop stddev_samp variance var_pop
    var_samp corr covar_pop covar_samp regr_slope regr_intercept regr_count regr_r2 regr_avgx regr_avgy mode
    percentile_cont percentile_disc any_value`),
  'Windows: the place of a row among others.':
    words(`row_number rank dense_rank percent_rank cume_dist ntile lag lead
    first_value last_value nth_value`),
  'Numbers.':
    words(`abs ceil ceiling floor round trunc sign mod div sqrt cbrt exp ln log log10 power pow gcd lcm degrees
    radians pi sin cos tan asin acos atan atan2 width_bucket min_scale scale trim_scale`),
  'Texts. Not repeat, lpad, rpad and format, which make much of little at one go, nor regexes (substring is one, substr is not), whose time no length bounds, nor normalize, whose time is the square of the marks on a letter.':
    words(`lower upper initcap length char_length character_length octet_length bit_length btrim ltrim rtrim substr
    left right strpos starts_with reverse replace translate split_part concat concat_ws ascii chr md5
    overlay to_hex quote_literal quote_ident unistr`),
  'Moments. Those that tell the present one tell nothing else.':
    words(`now current_timestamp statement_timestamp
    transaction_timestamp clock_timestamp date_trunc date_part extract age make_date make_time make_timestamp
    make_timestamptz make_interval to_char to_date to_timestamp to_number timezone justify_days justify_hours
    justify_interval isfinite date_bin overlaps`),
  'JSON. Not jsonpath, in which a regex may stand.':
    words(`to_json to_jsonb row_to_json json_build_object
    jsonb_build_object json_build_array jsonb_build_array jsonb_typeof json_typeof jsonb_array_length json_array_length
    jsonb_extract_path jsonb_extract_path_text jsonb_strip_nulls jsonb_set jsonb_pretty jsonb_object_keys
    jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text`),
  'Arrays.':
    words(`array_length cardinality array_position array_positions array_to_string string_to_array array_append
    array_prepend array_cat array_remove array_upper array_lower array_ndims unnest array_to_json`),
  'Rows out of nothing: time and temporary files bound them.': words('generate_series'),
  'Comparing.': words('num_nulls num_nonnulls'),
};

export const functions = new Set(Object.values(functionsByReason).flat());

/** Those in a text are PostgreSQL's own for their types; regexes and full text are left out, because nothing bounds their time. */
export const operators = new Set(
  words(
    `= <> != < > <= >= + - * / % ^ || |/ @ ~~ ~~* !~~ !~~* -> ->> #> #>> @> <@ ? ?| ?& && & | # << >>`,
  ),
);

/** Names with a bounded version (sql/75_bounded.sql): pg_catalog. before their name would go past it. */
export const bounded = new Set(
  words(`replace translate btrim ltrim rtrim strpos split_part string_to_array div mod gcd lcm power pow log log10 ln
    exp sqrt`),
);

/**
 * Replacements for functions that are refused. The parser writes position(a in b) and trim(a from b) as functions of
 * pg_catalog, past those of sql/75_bounded.sql.
 */
export const instead: Record<string, string> = {
  jsonb_agg: 'json_agg(…)::jsonb',
  jsonb_object_agg: 'json_object_agg(…)::jsonb',
  position: 'strpos(text, part)',
  btrim: 'btrim(text, characters)',
  ltrim: 'ltrim(text, characters)',
  rtrim: 'rtrim(text, characters)',
};

/** Kinds of A_Expr; SIMILAR TO is a regex. */
export const expressionKinds = new Set(
  words(`AEXPR_OP AEXPR_OP_ANY AEXPR_OP_ALL AEXPR_DISTINCT AEXPR_NOT_DISTINCT AEXPR_NULLIF AEXPR_IN AEXPR_LIKE
    AEXPR_ILIKE AEXPR_BETWEEN AEXPR_NOT_BETWEEN AEXPR_BETWEEN_SYM AEXPR_NOT_BETWEEN_SYM`),
);

/**
 * Types whose values reveal nothing but themselves. Not regclass and its like, which look names up, nor "char", nor
 * xml.
 */
export const types = new Set(
  words(`text varchar bpchar name int2 int4 int8 integer bigint smallint float4 float8 numeric decimal bool boolean date
    time timetz timestamp timestamptz interval uuid json jsonb`),
);

/** current_date and the like, as the parser calls them. */
export const moments = new Set(
  words(`SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
    SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`),
);

/** The names that PostgreSQL gives to unnamed columns, besides the names of functions and types. */
export const givenNames = new Set(
  words(
    '?column? case coalesce exists array row ordinality greatest least nullif grouping key value',
  ),
);
