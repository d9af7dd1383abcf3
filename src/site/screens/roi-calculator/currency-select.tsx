import { type Currency, currencies, roiCalculator } from '#content/roi-calculator.ts'
import field from '#ui/field.module.css'

/** The sign before every amount; nothing is converted. */
export function CurrencySelect({ value }: { value: Currency }) {
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
