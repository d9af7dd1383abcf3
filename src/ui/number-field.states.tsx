import type { DrawnStates } from './drawn-state.ts'
import { NumberField } from './number-field.tsx'
import { unbreakable } from './sample-words.ts'

const field = { id: 'hours', name: 'hours', label: 'Hours a week', defaultValue: '12' }

export const states = {
  'unit-after': { draw: () => <NumberField {...field} after="hours" hint="From 1 to 80." /> },
  'sign-before': { draw: () => <NumberField {...field} before="$" hint="What an hour costs you." /> },
  error: { draw: () => <NumberField {...field} after="%" hint="" error="A number from 1 to 100." /> },
  'long-words': { draw: () => <NumberField {...field} label={unbreakable} hint={unbreakable} /> },
} satisfies DrawnStates
