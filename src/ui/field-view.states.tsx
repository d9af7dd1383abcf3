import type { DrawnStates } from './drawn-state.ts'
import { type FieldSpec, FieldView } from './field-view.tsx'
import { arabic } from './sample-words.ts'

const spec: FieldSpec = { name: 'company', label: 'Company', type: 'text', required: true }

export const states = {
  'without-script': { draw: () => <FieldView spec={spec} idPrefix="a" hint="As your customers know it." /> },
  error: { draw: () => <FieldView spec={spec} idPrefix="a" defaultValue="?" error="Name a company." /> },
  'right-to-left': { draw: () => <FieldView spec={spec} idPrefix="a" defaultValue={arabic} hint={arabic} /> },
} satisfies DrawnStates
