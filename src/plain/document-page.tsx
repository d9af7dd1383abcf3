import { type DocumentBlock, documentWords, type RichText, type SiteDocument } from '#content/document-parts.ts'
import type { DocumentId } from '#content/documents.ts'
import type { LegalFact } from '#content/legal-entity.ts'
import { dayRange, type HourCycle } from '#shared/lib/local-time.ts'
import layout from '#ui/layout.module.css'
import css from './document-page.module.css'
import type { Page } from './page.tsx'

/** A document: its purpose, its table of contents, and its sections. */
export function documentPage(id: DocumentId, document: SiteDocument, cycle: HourCycle | null): Page {
  const { title, lede, changed, sections, description } = document
  return {
    title,
    listed: { path: `/${id}`, description },
    beside: (
      <>
        <p className={css.lede}>
          <RichTextView words={lede} />
        </p>
        <p className={layout.note}>
          {documentWords.changed} <time dateTime={changed}>{dayRange(changed, changed, cycle, { month: 'long' })}</time>
        </p>
        <nav className={css.contents} aria-labelledby="contents">
          <h2 id="contents">{documentWords.contents}</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </>
    ),
    body: (
      <div className={css.document}>
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            {section.blocks.map((block) => (
              <Block key={JSON.stringify(block)} block={block} />
            ))}
          </section>
        ))}
      </div>
    ),
  }
}

function Block({ block }: { block: DocumentBlock }) {
  switch (block.type) {
    case 'text':
      return (
        <p>
          <RichTextView words={block.words} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={JSON.stringify(item)}>
              <RichTextView words={item} />
            </li>
          ))}
        </ul>
      )
    case 'facts':
      return (
        <dl>
          {block.rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <RichTextView words={value} />
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <Table {...block} />
  }
}

/** Each cell repeats its column name, because narrow screens stack the cells and hide the header. */
function Table({ caption, head, rows }: Extract<DocumentBlock, { type: 'table' }>) {
  return (
    <table className={css.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...rest]) => (
          <tr key={JSON.stringify(first)}>
            <th scope="row">
              <RichTextView words={first} />
            </th>
            {rest.map((cell, place) => (
              <td key={head[place + 1]} data-head={head[place + 1]}>
                <RichTextView words={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RichTextView({ words }: { words: RichText }) {
  if (typeof words === 'string') return words
  return words.map((piece) => {
    if (typeof piece === 'string') return piece
    if ('fact' in piece) return <LegalFactView key={piece.fact.label} fact={piece.fact} />
    return (
      <a key={piece.to} href={piece.to}>
        {piece.link}
      </a>
    )
  })
}

/** Shows the label of a missing fact in brackets, which are visible in every medium. */
const LegalFactView = ({ fact: { label, value } }: { fact: LegalFact }) =>
  value || <mark className={css.blank}>[{label}]</mark>
