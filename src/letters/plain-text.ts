import type { Block, LetterParts, Row } from './parts.ts'

/** The same letter, complete, for mail programs and people that read plain text. */
export function plainText(
  { heading, greeting, blocks, small }: LetterParts,
  foot: readonly { label: string; url: string }[],
): string {
  const signature = small.at(-1)
  const all = [heading.toUpperCase(), greeting, ...blocks.map(textOf), ...small.slice(0, -1)]
  const end = [signature, ...foot.map(({ label, url }) => `${label}: ${url}`)]
  return `${all.filter(Boolean).join('\n\n')}\n\n-- \n${end.join('\n')}\n`
}

const rowText = ({ label, value, isOff }: Row): string => `${label}: ${isOff ? `(${value})` : value}`

const listText = (title: string, lines: readonly string[]): string => [title, ...lines].join('\n')

function textOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return block.text
    case 'time':
      return listText(block.label.toUpperCase(), [
        block.time,
        block.day,
        block.zone,
        ...block.rows.map(rowText),
      ])
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'links':
      return listText(
        block.intro,
        block.links.map(({ label, url }) => `${label}: ${url}`),
      )
    case 'facts':
      return block.rows.map(rowText).join('\n')
    // Quoted as in mail, so that no line of a visitor's text can pass for one of ours.
    case 'quote':
      return listText(
        `${block.title}:`,
        block.lines.map((line) => `> ${line}`.trimEnd()),
      )
    case 'entries':
      return listText(block.title.toUpperCase(), [
        ...block.entries.map(
          ({ time, title, text, url }) => `${time}  ${title}. ${text}${url ? `\n       ${url}` : ''}`,
        ),
        ...(block.note ? [block.note] : []),
      ])
    case 'gauge':
      return `${block.label}: ${block.value}`
    case 'code':
      return `${block.intro}\n${block.digits}`
  }
}
