import { useState } from 'react'
import { freeTimesWords as words } from '#content/free-times.ts'
import { zoneNames } from '#shared/lib/time-zone.ts'
import layout from '#ui/layout.module.css'
import css from './free-times.module.css'

interface ZoneChoiceProps {
  zone: string
  onZone: (zone: string) => void
}

/** The zone in which times are shown and typed, out of those that the browser knows. */
export function ZoneChoice({ zone, onZone }: ZoneChoiceProps) {
  // The one of the machine may have a name that is not in the browser's list.
  const [names] = useState(() => zoneNames(zone))
  const regions = [...new Set(names.map(regionOf))]
  return (
    <label className={`${layout.line} ${css.zone}`}>
      {words.zone}
      <select value={zone} onChange={({ target }) => onZone(target.value)}>
        {regions.map((region) => (
          <optgroup key={region} label={region}>
            {names
              .filter((name) => regionOf(name) === region)
              .map((name) => (
                // By its city, since typing finds an option by its first letters.
                <option key={name} value={name}>
                  {name
                    .slice(name.indexOf('/') + 1)
                    .replaceAll('_', ' ')
                    .replaceAll('/', ', ')}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

/** `Africa` of `Africa/Lagos`, and `UTC` of itself. */
const regionOf = (name: string) => name.split('/')[0]
