import type { DrawnStates } from './drawn-state.ts'
import { arabic, unbreakable } from './sample-words.ts'
import { ToggleGroup } from './toggle-group.tsx'

const draw = (labels: readonly string[]) => () => (
  <ToggleGroup
    label="Which letters"
    options={labels.map((label, index) => ({ value: `${index}`, label }))}
    value="1"
    onChange={() => {}}
  />
)

export const states = {
  plain: { draw: draw(['All', 'Waiting', 'Failed', 'Sent', 'Not sent']) },
  'long-words': { draw: draw(['All', unbreakable]) },
  'right-to-left': { draw: draw(['All', arabic]) },
} satisfies DrawnStates
