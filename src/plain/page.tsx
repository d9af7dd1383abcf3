import { Fragment, type ReactNode } from 'react'
import { brand } from '#content/brand.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './page.module.css'

/** A page that the server renders in one column, or in two on wide screens. */
export interface Page {
  title: string
  /** The result of an action, shown above everything else. */
  notice?: ReactNode
  /** Follows the heading in the narrow column. */
  beside?: ReactNode
  body: ReactNode
  /** A second row with the same two columns. */
  below?: { beside: ReactNode; body: ReactNode }
  /** The path and the description for search engines. Search engines must not list a page without these values. */
  listed?: { path: string; description: string }
}

export const PageColumns = ({ title, notice, beside, body, below }: Omit<Page, 'listed'>) => (
  <>
    {notice && <div className={`${layout.column} ${css.notices}`}>{notice}</div>}
    <div className={css.narrow}>
      <h1>{title}</h1>
      {beside}
    </div>
    <div className={`${layout.column} ${css.wide}`}>{body}</div>
    {below && (
      <>
        <div className={css.narrow}>{below.beside}</div>
        <div className={`${layout.column} ${css.wide}`}>{below.body}</div>
      </>
    )}
  </>
)

interface PlainFormProps {
  action: string
  hidden: Readonly<Record<string, string | number | null>>
  submit: ReactNode
  children?: ReactNode
}

export const PlainForm = ({ action, hidden, submit, children }: PlainFormProps) => (
  <form className={css.form} method="post" action={action}>
    <HiddenFields values={hidden} />
    {children}
    {typeof submit === 'string' ? (
      <Button look="signal" type="submit">
        {submit}
      </Button>
    ) : (
      submit
    )}
  </form>
)

/** Values that the form sends back unchanged. */
function HiddenFields({ values }: { values: Readonly<Record<string, string | number | null>> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
  )
}

/** A link to the next step, styled like a form's button. */
export const ActionLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${buttonClass('signal')} ${css.action}`} href={href}>
    {children}
  </a>
)

/** A sentence in which our email address is a link. */
export function TextWithMailLink({ text }: { text: string }) {
  const [first, ...rest] = text.split(brand.email)
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
          {part}
        </Fragment>
      ))}
    </>
  )
}
