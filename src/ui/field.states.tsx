import type { DrawnStates } from './drawn-state.ts'
import { Field } from './field.tsx'
import type { FieldSpec } from './field-view.tsx'
import { arabic, unbreakable } from './sample-words.ts'

const text: FieldSpec = { name: 'company', label: 'Company', type: 'text', required: true }
const area: FieldSpec = { name: 'message', label: 'Message', type: 'textarea', required: false, longest: 40 }
const select: FieldSpec = {
  name: 'team',
  label: 'Team',
  type: 'select',
  required: true,
  placeholder: 'Choose one',
  options: [
    { value: '1', label: 'Just me' },
    { value: '2', label: unbreakable },
  ],
}
const lengthWords = {
  left: (left: number) => `${left} characters left`,
  over: (over: number, longest: number) => `${over} more than the ${longest} that fit`,
}

export const states = {
  empty: { draw: () => <Field spec={text} idPrefix="a" hint="As your customers know it." /> },
  optional: { draw: () => <Field spec={{ ...text, required: false }} idPrefix="a" optional="optional" /> },
  error: {
    draw: () => (
      <Field
        spec={text}
        idPrefix="a"
        defaultValue="?"
        hint="As your customers know it."
        error="Name a company."
      />
    ),
  },
  locked: { draw: () => <Field spec={text} idPrefix="a" defaultValue="Karoo Software" isLocked /> },
  select: { draw: () => <Field spec={select} idPrefix="a" defaultValue="2" /> },
  'select-locked': { draw: () => <Field spec={select} idPrefix="a" defaultValue="1" isLocked /> },
  time: { draw: () => <Field spec={{ ...text, label: 'Time', type: 'datetime-local' }} idPrefix="a" /> },
  'nearly-full': {
    draw: () => <Field spec={area} idPrefix="a" lengthWords={lengthWords} />,
    steps: [['fill', 'Message', 'Two proposals are late, and a third one']],
  },
  'too-long': {
    draw: () => <Field spec={area} idPrefix="a" lengthWords={lengthWords} />,
    steps: [['fill', 'Message', 'Two proposals are late, and one customer asks every morning.']],
  },
  'long-words': {
    draw: () => (
      <Field
        spec={{ ...text, label: unbreakable }}
        idPrefix="a"
        defaultValue={unbreakable}
        hint={unbreakable}
        error={unbreakable}
      />
    ),
  },
  'right-to-left': {
    draw: () => <Field spec={text} idPrefix="a" defaultValue={arabic} hint={arabic} error={arabic} />,
  },
} satisfies DrawnStates
