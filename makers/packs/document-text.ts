import { lexer, type Token, type Tokens } from 'marked'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Pack, PackBlock, PackDocument, PackExample } from './types.ts'

const frontMatter = v.strictObject({ title: v.string(), subtitle: v.string() })
const exampleMatter = v.strictObject({
  ...frontMatter.entries,
  from: v.string(),
  figures: v.array(v.strictObject({ value: v.string(), label: v.string() })),
})

/**
 * Parses one of a pack's documents. `source` is Markdown; its title and subtitle are between `---` lines.
 * `texts/README.md` describes the supported Markdown. Errors name the line.
 */
export function readDocument(file: string, source: string): PackDocument {
  const { head, blocks } = partsOf(source)
  return { file, ...v.parse(frontMatter, head), blocks }
}

/** Parses an example. Between the `---` lines, an example also names its sender and lists its main figures. */
export function readExample(file: string, source: string): PackExample {
  const { head, blocks } = partsOf(source)
  return { file, ...v.parse(exampleMatter, head), blocks }
}

function partsOf(source: string): { head: unknown; blocks: PackBlock[] } {
  const [whole, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(source) ?? []
  if (whole === undefined) throw new Error("line 1: title and subtitle must be between two lines of '---'")
  return { head: parse(head), blocks: blocksOf(source, whole.length) }
}

function blocksOf(source: string, from: number): PackBlock[] {
  const blocks: PackBlock[] = []
  let at = from
  let caption: Caption | undefined
  for (const token of lexer(source.slice(from))) {
    const fault = (says: string) => new Error(`line ${source.slice(0, at).split('\n').length}: ${says}`)
    const isTable = token.type === 'table'
    if (caption && !isTable && token.type !== 'space') throw fault(`'${caption.caption}' is not above a table`)
    const found = token.type === 'paragraph' ? captionOf(token as Tokens.Paragraph) : undefined
    if (found) caption = found
    else if (isTable) {
      blocks.push(tableOf(token as Tokens.Table, caption, fault))
      caption = undefined
    } else if (token.type !== 'space') blocks.push(blockOf(token, fault))
    at += token.raw.length
  }
  if (caption) throw new Error(`last line: '${caption.caption}' is not above a table`)
  return blocks
}

type LineError = (says: string) => Error
type Caption = { readonly caption: string; readonly widths: readonly number[] }

/** Joins the lines of a paragraph. */
const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ')

function blockOf(token: Token, fault: LineError): PackBlock {
  switch (token.type) {
    case 'heading': {
      const { depth, text } = token as Tokens.Heading
      if (depth !== 1 && depth !== 2) throw fault('headings have two levels, # and ##')
      return { kind: 'heading', level: depth, text }
    }
    case 'paragraph':
      return { kind: 'text', text: oneLine((token as Tokens.Paragraph).text) }
    case 'list':
      return listOf(token as Tokens.List, fault)
    case 'blockquote':
      return noteOf(token as Tokens.Blockquote, fault)
    case 'hr':
      return { kind: 'page-break' }
    default:
      throw fault(`cannot print ${token.type}: ${token.raw.slice(0, 40).trim()}`)
  }
}

function listOf({ ordered, items }: Tokens.List, fault: LineError): PackBlock {
  const nested = items.find((item) => item.tokens.some(({ type }) => type === 'list'))
  if (nested) throw fault(`cannot print a nested list: ${nested.text.slice(0, 40)}`)
  const texts = items.map(({ text }) => oneLine(text))
  if (items.some(({ task }) => task)) {
    if (!items.every(({ task, checked }) => task && !checked)) throw fault('every checklist item must start with [ ]')
    return { kind: 'checklist', items: texts }
  }
  return { kind: 'list', items: texts, ...(ordered && { ordered: true }) }
}

function noteOf({ tokens }: Tokens.Blockquote, fault: LineError): PackBlock {
  const [title, text, ...more] = tokens.filter(({ type }) => type !== 'space')
  const bold = /^\*\*([^*]+)\*\*$/.exec((title as Tokens.Paragraph | undefined)?.text ?? '')
  if (!bold?.[1] || text?.type !== 'paragraph' || more.length > 0)
    throw fault('a note must be a bold title and one paragraph')
  return { kind: 'note', title: bold[1], text: oneLine((text as Tokens.Paragraph).text) }
}

/** Parses `Table: Hours by role {4 1 1}`: a table's caption and the relative widths of its columns. */
function captionOf({ text }: Tokens.Paragraph): Caption | undefined {
  const [, caption, widths] = /^Table: (.+) \{([\d. ]+)\}$/.exec(oneLine(text)) ?? []
  return caption && widths ? { caption, widths: widths.trim().split(/\s+/).map(Number) } : undefined
}

function tableOf({ header, rows, align }: Tokens.Table, caption: Caption | undefined, fault: LineError): PackBlock {
  const columns = header.map(({ text }) => text)
  const cells = rows.map((row) => row.map(({ text }) => text))
  if (!caption) {
    if (columns.join('|') !== 'Field|For example')
      throw fault("a table needs a line 'Table: name {widths}' above it; fields need the columns 'Field | For example'")
    return { kind: 'fields', items: cells.map(([label = '', example = '']) => ({ label, example })) }
  }
  const right = align.flatMap((side, at) => (side === 'right' ? [at] : []))
  return { kind: 'table', ...caption, columns, ...(right.length > 0 && { right }), rows: cells }
}

/** A piece of text in one font weight. */
export interface TextRunPart {
  readonly text: string
  readonly strong: boolean
}

/** Splits a string at its `**bold**` marks. */
export function splitBold(text: string): TextRunPart[] {
  const parts = text.split('**')
  if (parts.length % 2 === 0) throw new Error(`unclosed bold mark in "${text}"`)
  return parts.map((part, index) => ({ text: part, strong: index % 2 === 1 })).filter((run) => run.text)
}

export const plainText = (text: string): string => text.replaceAll('**', '')

/** Splits a string at its placeholders in square brackets, such as `[Client name]`, which the reader replaces. */
export function splitPlaceholders(text: string): { text: string; placeholder: boolean }[] {
  return text
    .split(/(\[[^\][\n]{1,120}\])/)
    .map((part, index) => ({ text: part, placeholder: index % 2 === 1 }))
    .filter((part) => part.text)
}

/** A slow reading speed in words per minute, because these documents require thought. */
const wordsPerMinute = 200

/** The time in minutes that it takes to read a pack's guide and its other documents. */
export function readingTime({ guide, documents }: Pick<Pack, 'guide' | 'documents'>) {
  return { guide: minutes([guide]), documents: minutes(documents) }
}

const minutes = (documents: readonly PackDocument[]) =>
  Math.max(1, Math.round(documents.reduce((sum, one) => sum + countWords(one), 0) / wordsPerMinute))

/** Counts all words, including those of the title. */
export function countWords({ title, subtitle, blocks }: PackDocument): number {
  const text = [title, subtitle, ...blocks.flatMap(textsOf)].map(plainText).join(' ')
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
}

function textsOf(block: PackBlock): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return [block.text]
    case 'list':
    case 'checklist':
      return block.items
    case 'table':
      return [block.caption, ...block.columns, ...block.rows.flat()]
    case 'fields':
      return block.items.flatMap(({ label, example }) => [label, example])
    case 'note':
      return [block.title, block.text]
    case 'page-break':
      return []
  }
}
