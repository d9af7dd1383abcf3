import { type FormEvent, useEffect, useRef } from 'react'
import { type Currency, currencies, type RoiUnit, roiCalculator, roiGroups, roiWords } from '#content/roi-calculator.ts'
import { type RoiField, roiFields } from '#shared/lib/roi.ts'
import { Button } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import css from './roi-calculator.module.css'
import { changeCalculator, examples, useCalculator } from './state.ts'

const units: Record<Exclude<RoiUnit, 'money'>, string> = { percent: '%', times: '×', count: '', ...roiCalculator.units }

/** All input fields. The form only groups the fields and is never sent. */
export function Inputs() {
  const { texts, currency, faults, readings, filling } = useCalculator()
  const form = useRef<HTMLFormElement>(null)

  // Also reads numbers that were typed before hydration.
  useEffect(() => {
    const inputs = form.current?.querySelectorAll('input') ?? []
    for (const { name, value, defaultValue } of inputs) if (value !== defaultValue) editField(name, value)
  }, [])

  const onInput = (event: FormEvent) => {
    const { name, value } = event.target as HTMLInputElement | HTMLSelectElement
    if (name === 'currency') changeCalculator({ type: 'currency', currency: value as Currency })
    else editField(name, value)
  }
  const reset = () => changeCalculator({ type: 'fill', texts: examples, currency })
  const choose = (name: RoiField, text: string) => {
    const input = form.current?.elements.namedItem(name) as HTMLInputElement
    input.value = text
    editField(name, text)
    input.focus()
  }
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
                    readings={readings[field]}
                    onChoose={(text) => choose(field, text)}
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

function editField(name: string, text: string) {
  const field = roiFields.find((known) => known === name) as RoiField | undefined
  if (field) changeCalculator({ type: 'edit', field, text })
}

/** Changes only the currency sign before amounts; no amount is converted. */
function CurrencySelect({ value }: { value: Currency }) {
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor="roi-currency">
        {roiCalculator.currencyLabel}
      </label>
      <select id="roi-currency" name="currency" className={field.control} defaultValue={value}>
        {Object.entries(currencies).map(([code, { sign, name }]) => (
          <option key={code} value={code}>
            {`${name} (${sign})`}
          </option>
        ))}
      </select>
    </div>
  )
}

interface NumberFieldProps {
  id: string
  name: string
  label: string
  defaultValue: string
  /** A sign before the number, such as a currency sign. */
  before?: string | undefined
  after?: string | undefined
  hint: string
  /** Shown in the same place as the hint, so that the layout hardly moves. */
  error?: string | undefined
  /** The parsed number or, if the input is ambiguous, the possible numbers. */
  readings?: readonly string[] | undefined
  onChoose: (text: string) => void
}

/**
 * A field for one number with its unit. The field is a text input, so that any input can be read and validated here.
 * The field is uncontrolled, so that text typed before hydration is kept.
 */
function NumberField({ id, name, label, before, after, hint, error, ...rest }: NumberFieldProps) {
  const { readings = [], onChoose, ...input } = rest
  const note = `${id}-note`
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.numberLine}>
        {before && <span className={css.before}>{before}</span>}
        <input
          {...input}
          id={id}
          name={name}
          className={`${field.control} ${css.number}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={note}
          data-unit={after ? (after.length > 1 ? 'word' : 'sign') : undefined}
        />
        {after && <span className={css.after}>{after}</span>}
      </div>
      <p className={error ? field.error : field.hint} id={note}>
        {error ?? (readings[0] ? roiCalculator.readAs(readings[0]) : hint)}
      </p>
      {error && readings.length > 0 && (
        <div className={layout.row}>
          {readings.map((text) => (
            // `aria-pressed` keeps the label, which contains user input, out of tracking.
            <Button key={text} size="small" aria-pressed={false} onClick={() => onChoose(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
