import { Fragment, type ReactNode } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './record.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`${pieces.facts} ${css.facts}`}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value || <span className={layout.tiny}>not told</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
