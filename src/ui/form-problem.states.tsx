import type { DrawnStates } from './drawn-state.ts'
import { FormProblem } from './form-problem.tsx'
import { arabic, unbreakable } from './sample-words.ts'

export const states = {
  failure: {
    draw: () => (
      <FormProblem failure="Your request could not be sent.">
        Try again, or write to <a href="mailto:a@backline.example">a@backline.example</a>
      </FormProblem>
    ),
  },
  'fields-at-fault': {
    draw: () => (
      <FormProblem
        failure="Two things are missing."
        refused={[
          { id: 'booking-name', label: 'Your name', reason: 'Tell us your name.' },
          { id: null, label: '', reason: 'The form is older than the site: reload it.' },
        ]}
      />
    ),
  },
  'long-words': { draw: () => <FormProblem failure={unbreakable}>{unbreakable}</FormProblem> },
  'right-to-left': { draw: () => <FormProblem failure={arabic}>{arabic}</FormProblem> },
} satisfies DrawnStates
