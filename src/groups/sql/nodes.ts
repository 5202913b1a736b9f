/**
 * The grammar of what may be asked: each node of PostgreSQL's parse tree that may stand in a statement, with the fields
 * that it may have. Anything not named here is refused, so a new version of PostgreSQL opens nothing.
 * Of a field, `=X` means that the parser leaves the name of its node out and that it is an X; `*` that it holds nodes
 * with
 * their names, or lists of them; `.` that it is a plain value; `!` that `check.ts` looks at it by itself.
 */
export const nodes: Record<string, { why: string; fields: Record<string, string> }> = {
  SelectStmt: {
    why: 'select, values, table, union, intersect, except; neither INTO nor FOR UPDATE, which write and lock',
    fields: {
      distinctClause: '*',
      targetList: '*',
      fromClause: '*',
      whereClause: '*',
      groupClause: '*',
      groupDistinct: '.',
      havingClause: '*',
      windowClause: '*',
      valuesLists: '*',
      sortClause: '*',
      limitOffset: '*',
      limitCount: '*',
      limitOption: '.',
      withClause: '=WithClause',
      op: '.',
      all: '.',
      larg: '=SelectStmt',
      rarg: '=SelectStmt',
    },
  },
  WithClause: { why: 'with', fields: { ctes: '*', recursive: '.' } },
  CommonTableExpr: {
    why: 'one part of with; the clauses SEARCH and CYCLE are not needed',
    fields: { ctename: '!name', aliascolnames: '!names', ctematerialized: '.', ctequery: '*' },
  },
  ResTarget: { why: 'one column of the answer', fields: { name: '!name', val: '*' } },
  ColumnRef: { why: 'the name of a column', fields: { fields: '!column' } },
  ParamRef: { why: '$1', fields: { number: '.' } },
  A_Const: {
    why: 'a constant; one of bits has no use here',
    fields: { ival: '.', fval: '.', sval: '.', boolval: '.', isnull: '.' },
  },
  List: { why: 'values in brackets', fields: { items: '*' } },
  Integer: { why: 'a bound of an array type', fields: { ival: '.' } },
  TypeCast: { why: 'a cast, to a type of types.ts', fields: { arg: '*', typeName: '=TypeName' } },
  TypeName: {
    why: 'the name of a type',
    fields: { names: '!type', typmods: '*', typemod: '.', arrayBounds: '*' },
  },
  A_Expr: {
    why: 'an operator of operators.ts',
    fields: {
      kind: '!kind',
      name: '!operator',
      lexpr: '*',
      rexpr: '*',
      rexpr_list_start: '.',
      rexpr_list_end: '.',
    },
  },
  BoolExpr: { why: 'and, or, not', fields: { boolop: '.', args: '*' } },
  NullTest: { why: 'is null', fields: { arg: '*', nulltesttype: '.' } },
  BooleanTest: { why: 'is true', fields: { arg: '*', booltesttype: '.' } },
  FuncCall: {
    why: 'a call of a function of functions.ts; VARIADIC has no use here',
    fields: {
      funcname: '!function',
      args: '*',
      agg_order: '*',
      agg_filter: '*',
      over: '=WindowDef',
      agg_within_group: '.',
      agg_star: '.',
      agg_distinct: '.',
      funcformat: '.',
    },
  },
  NamedArgExpr: {
    why: 'make_interval(days => 1)',
    fields: { arg: '*', name: '.', argnumber: '.' },
  },
  WindowDef: {
    why: 'over and window',
    fields: {
      name: '.',
      refname: '.',
      partitionClause: '*',
      orderClause: '*',
      frameOptions: '.',
      startOffset: '*',
      endOffset: '*',
    },
  },
  SortBy: {
    why: 'order by; USING, which names an operator, is not needed',
    fields: { node: '*', sortby_dir: '!direction', sortby_nulls: '.' },
  },
  RangeVar: {
    why: 'the name of a table, without a schema: it stands for what check.ts binds it to, or for nothing',
    fields: { relname: '!relation', inh: '.', relpersistence: '.', alias: '=Alias' },
  },
  Alias: { why: 'as', fields: { aliasname: '!name', colnames: '!names' } },
  JoinExpr: {
    why: 'joins',
    fields: {
      jointype: '.',
      isNatural: '.',
      larg: '*',
      rarg: '*',
      usingClause: '!names',
      join_using_alias: '=Alias',
      quals: '*',
      alias: '=Alias',
    },
  },
  RangeSubselect: {
    why: 'a select in from',
    fields: { lateral: '.', subquery: '*', alias: '=Alias' },
  },
  RangeFunction: {
    why: 'a function in from; one with a list of column definitions answers records, and none here does',
    fields: {
      lateral: '.',
      ordinality: '.',
      is_rowsfrom: '.',
      functions: '*',
      alias: '!functionAlias',
    },
  },
  SubLink: {
    why: 'a select in an expression',
    fields: { subLinkType: '.', testexpr: '*', operName: '!operator', subselect: '*' },
  },
  CaseExpr: { why: 'case', fields: { arg: '*', args: '*', defresult: '*' } },
  CaseWhen: { why: 'when', fields: { expr: '*', result: '*' } },
  CoalesceExpr: { why: 'coalesce', fields: { args: '*' } },
  MinMaxExpr: { why: 'greatest, least', fields: { op: '.', args: '*' } },
  A_ArrayExpr: { why: 'array[…]', fields: { elements: '*', list_start: '.', list_end: '.' } },
  RowExpr: { why: '(a, b) in comparisons', fields: { args: '*', row_format: '.' } },
  A_Indirection: {
    why: 'a[1]; (a).b is refused, because PostgreSQL calls the function b where there is no such field',
    fields: { arg: '*', indirection: '!subscripts' },
  },
  A_Indices: { why: 'a subscript', fields: { is_slice: '.', lidx: '*', uidx: '*' } },
  SQLValueFunction: {
    why: 'the present moment; current_user and the like tell of logins',
    fields: { op: '!moment', typmod: '.' },
  },
  GroupingFunc: { why: 'grouping()', fields: { args: '*' } },
  GroupingSet: { why: 'rollup, cube, grouping sets', fields: { kind: '.', content: '*' } },
  CollateClause: { why: 'collate "C"', fields: { arg: '*', collname: '!collation' } },
};
