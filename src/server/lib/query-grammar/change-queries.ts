import { Bound, type Statement } from './bound.ts'
import { conflictText } from './conflict.ts'
import { columnOf, columnsIn, named, quoted, quotedNames, rowText, typed, whereText } from './expressions.ts'
import type { Group } from './logic-tree.ts'
import { asPage } from './page-queries.ts'
import type { Shape } from './query-string.ts'
import type { Column, Posting, Relation, Row } from './types.ts'

/** A statement that changes rows; to answer with those rows, it is the source of a page. */
function returning(text: string, bound: Bound, relation: Relation, shape: Shape | null): Statement {
  if (!shape) return { text, values: bound.values }
  const columns = columnsIn(relation, shape.select).map(columnOf).join(', ') || 'true'
  const line = rowText(relation, shape.select, bound)
  const page = asPage(line, 'changed as source')
  return { text: `with changed as (${text} returning ${columns}) ${page}`, values: bound.values }
}

/** Sets these columns in all rows that the filters name, to the values of one JSON object. */
export function updateStatement(
  relation: Relation,
  columns: readonly Column[],
  row: Row,
  where: Group,
  shape: Shape | null,
): Statement {
  const bound = new Bound()
  const body = `json_to_record(${bound.of(JSON.stringify(row))}::json) as body (${typed(columns)})`
  const changes = columns.map(({ name }) => `${quoted(name)} = body.${quoted(name)}`).join(', ')
  const target = `${named(relation)} as source`
  const text = `update ${target} set ${changes} from ${body}${whereText(relation, where, bound)}`
  return returning(text, bound, relation, shape)
}

export function deleteStatement(relation: Relation, where: Group, shape: Shape | null): Statement {
  const bound = new Bound()
  const text = `delete from ${named(relation)} as source${whereText(relation, where, bound)}`
  return returning(text, bound, relation, shape)
}

/** Inserts posted rows: one parameter, however many they are. */
export function insertStatement(relation: Relation, posting: Posting, shape: Shape | null): Statement {
  const bound = new Bound()
  const { columns, missingAsDefault } = posting
  const rows = `${bound.of(JSON.stringify(posting.rows))}::json`
  const value = ({ name, otherwise }: Column) => {
    if (!missingAsDefault) return `body.${quoted(name)}`
    const isMissing = `raw.item -> ${bound.of(name)}::text is null`
    return `case when ${isMissing} then ${otherwise ?? 'null'} else body.${quoted(name)} end`
  }
  const body = missingAsDefault
    ? `json_array_elements(${rows}) as raw (item), json_to_record(raw.item) as body (${typed(columns)})`
    : `json_to_recordset(${rows}) as body (${typed(columns)})`
  const names = columns.length === 0 ? '' : ` (${quotedNames(columns.map(({ name }) => name))})`
  const values = columns.map(value).join(', ')
  const from = columns.length === 0 ? `json_array_elements(${rows})` : body
  const text = `insert into ${named(relation)} as source${names} select ${values} from ${from}${conflictText(posting)}`
  return returning(text, bound, relation, shape)
}
