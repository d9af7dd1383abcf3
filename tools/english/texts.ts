import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseSync } from 'vite'

/** The kind of text. `string` is interface text; strings in tests are skipped, because they can quote odd English. */
export type TextKind = 'comment' | 'document' | 'error' | 'log' | 'string' | 'subject' | 'title' | 'type'
export type Text = { kind: TextKind; line: number; text: string }

type Node = { type: string; start: number; [key: string]: unknown }

const isTest = (path: string) => /\.(test|spec)\.tsx?$|[/-]testing\.ts$/.test(path)
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

/** True if the text has at least two words and no sign of code, SQL, a selector or a list of classes. */
const isProse = (text: string) =>
  /[A-Za-z]{2,} [A-Za-z]/.test(text) && !/[{}<>=;]|^\s*[.#[:(]|::|^(?:select|insert|update|delete|with) /i.test(text)

/** Returns every comment, title, string and type name in a TypeScript, SQL or Markdown file. */
export function readTexts(root: string, path: string): Text[] {
  const source = readFileSync(join(root, path), 'utf8')
  if (extname(path) === '.md') return readMarkdown(source)
  return extname(path) === '.sql' ? readSql(source) : readScript(path, source)
}

function readMarkdown(source: string): Text[] {
  let isCode = false
  return source.split('\n').flatMap((raw, index) => {
    const isFence = raw.startsWith('```')
    if (isFence) isCode = !isCode
    const text = raw.replace(/`[^`]*`/g, '`').replace(/\]\([^)]*\)/g, ']')
    return isCode || isFence || !text.trim() ? [] : [{ kind: 'document' as const, line: index + 1, text }]
  })
}

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length
const commentMarks = /^\s*(?:\/\*\*?|\*\/|\*|\/\/+|--+)/gm
const plainComment = (text: string) =>
  text.replace(commentMarks, '').replace(/\*\/$/, '').replaceAll(/\s+/g, ' ').trim()

function readSql(source: string): Text[] {
  const found = (kind: TextKind, pattern: RegExp, group: number) =>
    [...source.matchAll(pattern)].map((match) => ({
      kind,
      line: lineOf(source, match.index),
      text: plainComment(match[group] ?? ''),
    }))
  return [
    ...found('comment', /--[^\n]*(?:\n[ \t]*--[^\n]*)*/g, 0),
    ...found('error', /raise exception\s+'((?:[^']|'')*)'/g, 1),
    ...found('string', /private\.refuse\([^;]*?'([A-Z](?:[^']|'')*)'/g, 1),
  ]
}

function readScript(path: string, source: string): Text[] {
  const { program, comments } = parseSync(path, source)
  const texts: Text[] = []
  const add = (kind: TextKind, at: number, text: string) => texts.push({ kind, line: lineOf(source, at), text })

  // Consecutive line comments form one comment.
  const spans: { start: number; end: number }[] = []
  for (const { type, start, end } of comments) {
    const last = spans.at(-1)
    if (type === 'Line' && last && !source.slice(last.end, start).trim()) last.end = end
    else spans.push({ start, end })
  }
  for (const { start, end } of spans) add('comment', start, plainComment(source.slice(start, end)))

  const visit = (node: Node, kind: TextKind): void => {
    if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node.source) return
    // If a file extends a type of another package, that type is not in our code.
    if (node.type === 'TSModuleDeclaration') return
    if (/^(TSInterface|TSTypeAlias|Class)Declaration$/.test(node.type) && isNode(node.id))
      add('type', node.start, String(node.id.name))
    if (node.type === 'JSXText') add('string', node.start, String(node.value))
    const text = textOf(node)
    if (text !== undefined && (kind === 'title' || kind === 'subject' || isProse(text))) add(kind, node.start, text)
    if (text !== undefined && node.type === 'Literal') return
    const kindOfText = kindOfArguments(node)
    for (const [key, value] of Object.entries(node)) {
      const inner = key === 'arguments' && kindOfText ? kindOfText : 'string'
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inner)
    }
  }
  visit(program as unknown as Node, 'string')
  return isTest(path) ? texts.filter(({ kind }) => !['string', 'error', 'log'].includes(kind)) : texts
}

/** Returns a string's text, with `…` for each value that a template inserts. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** Returns the kind of text that a call's arguments contain: a test title, a log message or an error. */
function kindOfArguments({ type, callee }: Node): TextKind | undefined {
  if (type === 'NewExpression') return isNode(callee) && /(Error|Refusal)$/.test(nameOf(callee)) ? 'error' : undefined
  if (type !== 'CallExpression' || !isNode(callee)) return undefined
  const name = nameOf(callee)
  if (/^(it|test)$/.test(name)) return 'title'
  if (name === 'describe') return 'subject'
  const isLog =
    callee.type === 'MemberExpression' && isNode(callee.object) && /^log(ger)?$/i.test(nameOf(callee.object))
  return isLog ? 'log' : undefined
}

/** Returns the first name of `it.each([…])` or `describe`, and the last name of `request.log`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'CallExpression' && isNode(node.callee)) return nameOf(node.callee)
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return ''
  const first = nameOf(node.object)
  return /^(it|test|describe)$/.test(first) ? first : nameOf(node.property)
}
