import { type FormEvent, useEffect, useRef } from 'react'
import {
  type Currency,
  currencies,
  type RoiUnit,
  roiCalculator,
  roiGroups,
  roiWords,
} from '#content/roi-calculator.ts'
import { type RoiField, roiFields } from '#shared/lib/roi.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { NumberField } from '#ui/number-field.tsx'
import { CurrencySelect } from './currency-select.tsx'
import css from './roi-calculator.module.css'
import { examples } from './state.ts'
import { changeCalculator, useCalculator } from './use-calculator.ts'

const units: Record<Exclude<RoiUnit, 'money'>, string> = {
  percent: '%',
  points: 'points',
  times: '×',
  hours: 'hours',
  count: '',
}

/** All fields. Nothing is sent from here: the form only keeps them together. */
export function Inputs() {
  const { texts, currency, faults, filling } = useCalculator()
  const form = useRef<HTMLFormElement>(null)

  // What was typed while the script was still on its way counts too.
  useEffect(() => {
    const inputs = form.current?.querySelectorAll('input') ?? []
    for (const { name, value, defaultValue } of inputs) if (value !== defaultValue) edit(name, value)
  }, [])

  const onInput = (event: FormEvent) => {
    const { name, value } = event.target as HTMLInputElement | HTMLSelectElement
    if (name === 'currency') changeCalculator({ type: 'currency', currency: value as Currency })
    else edit(name, value)
  }
  const reset = () => changeCalculator({ type: 'fill', texts: examples, currency })
  const sign = currencies[currency].sign

  return (
    <>
      <noscript>{import.meta.env.SSR && <p className={css.plain}>{roiCalculator.plain}</p>}</noscript>
      <form
        ref={form}
        className={`${layout.top} ${layout.unprinted} ${layout.scripted} ${css.inputs}`}
        autoComplete="off"
        onInput={onInput}
        onSubmit={(event) => event.preventDefault()}
      >
        {roiGroups.map(({ id, title, text, fields }) => (
          <fieldset key={id} className={css.group}>
            <legend className={css.legend}>{title}</legend>
            <p className={css.text}>{text}</p>
            <div className={css.fields}>
              {fields.map((field) => {
                const { label, hint, unit } = roiWords[field]
                return (
                  <NumberField
                    key={`${field} ${filling}`}
                    id={`roi-${field}`}
                    name={field}
                    label={label}
                    defaultValue={texts[field]}
                    before={unit === 'money' ? sign : undefined}
                    after={unit === 'money' ? undefined : units[unit]}
                    hint={hint}
                    error={faults[field]}
                  />
                )
              })}
              {id === 'yours' ? (
                <CurrencySelect key={filling} value={currency} />
              ) : (
                <div className={css.reset}>
                  <Button size="small" onClick={reset}>
                    {roiCalculator.reset}
                  </Button>
                </div>
              )}
            </div>
          </fieldset>
        ))}
      </form>
    </>
  )
}

function edit(name: string, text: string) {
  const field = roiFields.find((known) => known === name) as RoiField | undefined
  if (field) changeCalculator({ type: 'edit', field, text })
}
