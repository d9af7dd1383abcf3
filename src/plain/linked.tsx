import { Fragment } from 'react'
import { brand } from '#content/brand.ts'

const letter = <a href={`mailto:${brand.email}`}>{brand.email}</a>

/** A sentence in which our mail address is a link. */
export function Linked({ text }: { text: string }) {
  const [first, ...rest] = text.split(brand.email)
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          {letter}
          {part}
        </Fragment>
      ))}
    </>
  )
}
