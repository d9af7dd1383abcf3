import { Fragment, type ReactNode } from 'react'
import css from './record.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value || <span className={css.soft}>not told</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
