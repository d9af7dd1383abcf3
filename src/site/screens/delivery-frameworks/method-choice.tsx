import { useState } from 'react'
import { deliveryFrameworks, type Method } from '#content/delivery-frameworks.ts'
import frame from '#site/lib/frame.module.css'
import { track } from '#site/lib/track.ts'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './phases.module.css'

const { methods, methodLabel, methodNote, defaultMethod } = deliveryFrameworks
const options = methods.map(({ id, label }) => ({ value: id, label }))

/** The chosen method is a value and nothing else: the plan below is the same for all four. */
export function MethodChoice() {
  const [method, setMethod] = useState<Method>(defaultMethod)
  const choose = (value: Method) => {
    setMethod(value)
    if (value !== method) track('engagement', { action: 'tab', place: 'delivery-frameworks', value })
  }
  return (
    <section className={`${frame.split64} ${layout.page} ${css.method}`}>
      <p className={css.label} aria-hidden="true">
        {methodLabel}
      </p>
      <ToggleGroup label={methodLabel} options={options} value={method} onChange={choose} />
      <p className={css.note}>{methodNote}</p>
    </section>
  )
}
